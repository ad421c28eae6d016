"""What is recorded when a state's own methods are called: which states they make, and what they return."""

from __future__ import annotations

from types import FrameType
from typing import Any

from minimax_lab.trace.record.log import EventLog, Function, Handler, SameState, Tracer


def forecast_handler(log: EventLog, function: Function) -> Handler:
    known, kind, nodes, quiet = log.known.nodes, log.known.kind, log.nodes, not function.user
    self_name, move_name = function.parameters[:2]

    def on_call(frame: FrameType) -> Tracer | None:
        values = frame.f_locals
        state, move = values.get(self_name), values.get(move_name)
        parent = known.get(id(state))
        if parent is None and state.__class__ is kind:
            parent = log.find(state)
        if parent is None or parent < 0:
            return None
        if nodes[-1] == 0 and parent and not log.in_game:
            log.events.append(("look", parent))
        if quiet:
            frame.f_trace_lines = False
        log.in_game += 1

        def on_return(frame: FrameType, event: str, child: Any) -> Tracer:
            if event == "return":
                log.in_game -= 1
                if child is state:
                    log.stop(SameState(state, move))
                if child is not None:
                    log.known.add_child(parent, move, child)
            elif event == "line":
                log.count(frame, event, child)
            return on_return

        return on_return

    return on_call


def question_handler(log: EventLog, function: Function) -> Handler:
    """While the root is searched, notes which other states the game is asked about: the search may keep a stack.

    Once the search has been seen to call itself, this no longer matters.
    """
    nodes, callers, find, self_name = log.nodes, log.callers, log.find, function.parameters[0]

    def on_call(frame: FrameType) -> None:
        if nodes[-1] > 0 and callers[-1].recursive and not function.user:
            log.handlers[id(function.code)] = None
        elif nodes[-1] == 0 and not log.in_game:
            node = find(frame.f_locals.get(self_name))
            if node:
                log.events.append(("look", node))

    return on_call


def answer_handler(log: EventLog, function: Function, name: str) -> Handler:
    """Also notes what a user's class returns: asking it again might print or count again."""
    question, self_name = question_handler(log, function), function.parameters[0]
    legal = log.known.legal if name == "get_legal_moves" else {}

    def on_call(frame: FrameType) -> Tracer | None:
        question(frame)
        node = log.find(frame.f_locals.get(self_name))
        log.in_game += 1

        def on_return(frame: FrameType, event: str, answer: Any) -> Tracer:
            if event == "return":
                log.in_game -= 1
                if node is not None and isinstance(answer, (list, tuple)):
                    legal[node] = tuple(answer)
            else:
                log.count(frame, event, answer)
            return on_return

        return on_return

    return on_call


def utility_handler(log: EventLog, function: Function, handler: Handler) -> Handler:
    """Handles a user's `utility` like any other function, and notes what it returns: the value of a leaf."""

    def on_call(frame: FrameType) -> Tracer:
        node, tracer = log.find(frame.f_locals.get(function.parameters[0])), handler(frame)

        def on_event(frame: FrameType, event: str, arg: Any) -> Tracer:
            if tracer is not None:
                tracer(frame, event, arg)
            if event == "return" and node is not None and arg is not None:
                log.known.utilities[node] = arg
            return on_event

        return on_event

    return on_call if function.parameters else handler
