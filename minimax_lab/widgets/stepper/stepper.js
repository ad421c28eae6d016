// The step-through: a search, or two, beside its tree. The trace is sent once; every step is taken here.
import { alignedSequences, searchedAlone } from "./align.js";
import { nextTouch, placeIn } from "./machine.js";
import {
  Widget, button, choice, followSize, heightInSight, html, iconButton, rendering, roomIn, scrollIntoSight, setIcon,
  take,
} from "../shared/look.js";
import { Column } from "./column.js";
import { PredictPane } from "./panes/predict.js";

// The buttons that step: what they are called, their key, and what they do
const BUTTONS = {
  first: ["First step (Home)", "Home", (widget) => widget.move(0)],
  back: ["Step back (←)", "ArrowLeft", (widget) => widget.move(widget.place - 1)],
  play: ["Play (Space)", " ", (widget) => widget.toggle()],
  forward: ["Step forward (→)", "ArrowRight", (widget) => widget.forward()],
  last: ["Last step (End)", "End", (widget) => widget.move(Infinity)],
};
const LOWEST = 400; // of the whole widget
const STACKED = 1300; // two searches in a narrow window, one below the other
const SPEEDS = [
  [0.7, "very slow"], [1.5, "slow"], [4, "normal"], [12, "fast"], [60, "60 a second"], [600, "600 a second"],
];
const GRAINS = [["line", "every line"], ["node", "every node"], ["cut", "every cut-off"]];
const GRAINS_BESIDE = [...GRAINS, ["difference", "every difference"]];

/** One column or two, and the controls that move them together. */
class StepThrough extends Widget {
  constructor(model, host) {
    super(model);
    this.build(JSON.parse(model.get("_traces")));
    host.append(this.root);
    this.listen();
    this.setGrain(model.get("grain"));
    this.goTo(this.columns[0], model.get("step"));
    this.setPredict(Boolean(model.get("predict")));
    // the width of each tree's pane, and that of the whole for narrow windows
    const sizes = [this.root, this.predict.element, ...this.columns.map(({ stage }) => stage)];
    followSize(sizes, () => this.fit(), this.life.signal);
    this.root.dataset.ready = "1";
    setTimeout(() => scrollIntoSight(this.root), 100); // when the page has made room for it
  }

  destroy() {
    this.pause();
    clearTimeout(this.saving);
    for (const column of this.columns) column.picture.destroy();
    super.destroy();
  }

  build(traces) {
    const act = {
      resize: () => this.fit(true),
      touch: (column, node) => this.touch(column, node),
      goTo: (column, step) => this.goTo(column, step),
    };
    const isBeside = traces.length > 1;
    this.columns = traces.map((data) => new Column(data, act, isBeside, this.life.signal));
    const hasWindows = this.columns.some(({ trace }) => trace.hasWindows); // then both trees leave room for them
    const alone = searchedAlone(this.columns.map(({ trace }) => trace));
    this.columns.forEach(({ trace }, k) => Object.assign(trace, { hasWindows, isAlone: alone[k] }));
    const [one] = this.columns;
    const questions = {
      isAsking: (yes) => {
        this.root.classList.toggle("asking", yes);
        this.fit();
      },
      goOn: () => {
        this.move(this.place + 1);
        this.buttons.forward.focus({ preventScroll: true });
      },
      isAtEnd: () => this.place === this.length - 1,
    };
    this.predict = new PredictPane(one.trace, one.machine, questions);
    const messages = this.columns.map((column) => column.trace.message).filter(Boolean);
    const failure = { class: "failure", role: "alert", "data-testid": "failure" };
    const [first, ...rest] = (this.model.get("_told") ?? "").split(/(?<=\.) /);
    const told = html("p", { class: "told", "data-testid": "told" }, html("b", {}, first), ` ${rest.join(" ")}`);
    told.hidden = !first;
    const notes = this.columns.flatMap(({ trace }) => notesOf(trace, isBeside));
    this.makeRoot("step-through", `Step through ${one.trace.search}`,
      html("div", { class: "failures" }, told, ...messages.map((message) => html("div", failure, message)), ...notes),
      html("div", { class: "top" }, isBeside ? "" : one.title, this.controls()),
      html("div", { class: "columns" }, ...this.columns.map((column) => column.element)),
      this.predict.element);
    this.root.className = `minimax-lab step-through ${isBeside ? "beside" : ""}`;
    this.root.tabIndex = -1;
    for (const column of this.columns) column.foot.prepend(legend(column.trace));
  }

  controls() {
    const made = ([name, [label, , act]]) => [name, iconButton(name, label, name, () => act(this))];
    this.buttons = Object.fromEntries(Object.entries(BUTTONS).map(made));
    this.slider = html("input", { type: "range", min: 0, value: 0, "aria-label": "Step", "data-testid": "slider",
      input: () => this.move(Number(this.slider.value)) });
    this.where = html("span", { class: "where", "data-testid": "where" });
    this.speed = choice("Speed", "speed", SPEEDS, () => (this.due = 0));
    Object.assign(this.speed, { title: "Speed", value: "1.5" });
    this.grainChoice = choice("Grain: what counts as a step", "grain",
      this.columns.length > 1 ? GRAINS_BESIDE : GRAINS, (grain) => this.setGrain(grain));
    this.grainChoice.title = "What counts as a step";
    this.predictButton = button("Predict", "predict-mode", { "aria-pressed": "false", hidden: this.columns.length > 1,
      title: "Be asked before each return and each possible cut", click: () => this.setPredict(!this.predict.isOn) });
    return html("div", { class: "controls", role: "group", "aria-label": "Steps" },
      html("div", { class: "buttons" }, ...Object.values(this.buttons)),
      this.slider, this.where, this.predictButton, this.grainChoice, this.speed,
      this.makePresentButton());
  }

  listen() {
    const { root, model } = this;
    this.on(window, "resize", () => this.fit(true));
    this.on(root, "keydown", (event) => this.key(event));
    const acts = {
      step: (step) => this.goTo(this.columns[0], step),
      grain: (grain) => this.setGrain(grain),
      predict: (isOn) => this.setPredict(isOn),
    };
    for (const [name, act] of Object.entries(acts)) {
      this.follow(`change:${name}`, () => model.get(name) !== this.state[name] && act(model.get(name)));
    }
  }

  /** What Python is told, and may change. */
  get state() {
    return { step: this.columns[0].step, grain: this.grain, predict: this.predict.isOn };
  }

  /** Fit everything into one screen, in the width there is now; trees side by side are equally high. */
  fit(anew = false) {
    const { root, columns } = this, room = roomIn(root); // also less if the reader enlarges the type
    if (!room) return;
    if (anew) for (const column of columns) column.setPresenting(Boolean(this.isPresenting));
    if (anew || room !== this.room) {
      this.room = room;
      const [{ title, counts, machine }] = columns, shown = counts.textContent;
      root.classList.toggle("medium", room < 1150);
      counts.textContent = `${machine.summary(machine.trace.steps.count - 1)}s`; // as long as it can be
      if (title.scrollWidth > title.clientWidth) root.classList.add("medium"); // a long name
      counts.textContent = shown;
      root.classList.toggle("narrow", room < 760);
      root.classList.toggle("compact", columns.length > 1 || room < 760);
      root.style.height = `${heightInSight(root)}px`; // to measure in
      for (const column of columns) {
        column.fitSide();
        column.chooseFold();
      }
      const lines = Math.max(...columns.map(({ story }) => story.wanted(columns.length === 1)));
      for (const { story } of columns) story.sentence.style.height = `${lines}px`;
      root.style.height = `${this.height()}px`;
    }
    this.makeRoom();
    for (const column of columns) column.fitStage();
    this.shareScale();
  }

  /** Two trees have one scale, the smaller of the two, so that they can be compared; not if the reader zooms one. */
  shareScale() {
    if (this.columns.length < 2) return;
    const columns = this.columns.filter(({ picture }) => picture.following);
    const most = Math.min(...columns.map((column) => column.picture.scaleFor(column.moment())));
    for (const column of columns) column.limitScale(columns.length > 1 ? most : Infinity);
  }

  /** A question, or large type, may need more height. In a narrow window the code first gives way to a question. */
  makeRoom() {
    const { root } = this, parts = [root, ...this.columns.map(({ element }) => element)],
      missing = () => Math.max(...parts.map((each) => each.scrollHeight - each.clientHeight)),
      isFull = () => missing() > 1;
    root.classList.remove("crowded");
    root.classList.toggle("crowded", root.matches(".narrow.asking") && isFull());
    if (isFull() && !this.isPresenting) root.style.height = `${root.offsetHeight + missing() + 4}px`;
  }

  /** As high as the largest tree wants it and as there is room on the screen; a presenter's screen is filled. */
  height() {
    const [{ stage }] = this.columns,
      wanted = Math.max(...this.columns.map((column) => column.wantedHeight())),
      others = this.root.offsetHeight - stage.offsetHeight;
    if (this.isPresenting) return window.innerHeight;
    if (this.columns.length > 1 && this.root.classList.contains("narrow")) return STACKED;
    return Math.max(LOWEST, Math.min(this.highest(others), Math.ceil(others + wanted)));
  }

  /** Two searches may fill the screen, if their trees are high. */
  highest(others) {
    const { root, columns } = this, usual = heightInSight(root);
    if (columns.length < 2) return usual;
    return Math.max(usual, heightInSight(root, others + Math.max(...columns.map(({ whole }) => whole.high))));
  }

  key(event) {
    const { target, key } = event, isText = target.matches("input[type=number], select");
    const acts = Object.fromEntries(Object.values(BUTTONS).map(([, its, act]) => [its, act]));
    if (this.isPresenting) {
      // a clicker sends these
      Object.assign(acts, { PageDown: acts.ArrowRight, PageUp: acts.ArrowLeft });
    }
    const isOwn = target === this.slider || !target.matches("input[type=range]");
    const isPress = key === " " && target.matches("button");
    if (isText || isPress || !isOwn || !acts[key] || event.ctrlKey || event.metaKey || event.altKey) return;
    take(event);
    acts[key](this);
  }

  // Steps

  setGrain(grain) {
    const step = this.columns[0].step ?? this.model.get("step");
    this.grain = grain;
    this.grainChoice.value = grain;
    this.sequences = alignedSequences(this.columns.map(({ trace }) => trace), grain);
    this.length = this.sequences[0].length;
    this.slider.max = this.length - 1;
    this.move(placeIn(this.sequences[0], step));
  }

  /** Whether one is asked before a step is shown. */
  setPredict(isOn) {
    const [{ machine, trace, picture }] = this.columns;
    if (isOn && this.grain === "cut") this.setGrain("node");
    this.predict.setOn(isOn);
    this.fit(true);
    this.predictButton.setAttribute("aria-pressed", isOn);
    machine.isCovered = isOn;
    picture.repaint(trace.children.keys());
    if (isOn !== this.model.get("predict")) this.save();
  }

  /** One step on, unless a question comes first. */
  forward() {
    if (this.predict.stops()) this.pause();
    else this.move(this.place + 1);
  }

  goTo(column, step) {
    this.move(placeIn(this.sequences[this.columns.indexOf(column)], step));
  }

  touch(column, node) {
    const which = this.columns.indexOf(column), sequence = this.sequences[which];
    const place = nextTouch(column.trace, sequence, this.place, node);
    if (place >= 0) this.move(place);
    else if (this.grain === "cut" || this.grain === "difference") {
      // between two of them: look with a finer grain
      this.setGrain("node");
      this.touch(column, node);
    }
  }

  move(place, isPlaying = false) {
    if (!isPlaying) this.pause();
    this.place = Math.max(0, Math.min(this.length - 1, place));
    this.predict.forget();
    this.columns.forEach((column, k) => {
      const step = this.sequences[k][this.place];
      if (step !== column.step || !isPlaying) column.go(step, isPlaying);
      column.element.classList.toggle("finished", this.columns.length > 1 && column.machine.isOver());
    });
    this.shareScale();
    this.draw();
    this.save();
  }

  draw() {
    const { buttons, place, length } = this;
    this.slider.value = place;
    this.where.textContent = `step ${(place + 1).toLocaleString("en")} of ${length.toLocaleString("en")}`;
    this.slider.setAttribute("aria-valuetext", this.where.textContent);
    const disable = (button, isOff) => button.setAttribute("aria-disabled", isOff);
    for (const name of ["first", "back"]) disable(buttons[name], place === 0);
    for (const name of ["forward", "last"]) disable(buttons[name], place === length - 1);
    this.root.dataset.step = this.columns[0].step;
  }

  // Playing

  toggle() {
    if (this.frame) return this.pause();
    if (this.place === this.length - 1) this.move(0);
    setIcon(this.buttons.play, "pause", "Pause (Space)");
    this.due = 0;
    this.before = performance.now();
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  /** As many steps as the time since the last frame asks for: one a frame at 60 a second. */
  tick(now) {
    const speed = Number(this.speed.value);
    this.due += Math.min((now - this.before) / 1000, 0.1) * speed;
    this.before = now;
    if (speed === 60) this.due = 1;
    const steps = Math.floor(this.due);
    if (steps > 0) {
      this.due -= steps;
      if (this.predict.stops()) return this.pause();
      this.move(this.place + (this.predict.isOn ? 1 : steps), true);
    }
    if (this.place === this.length - 1) return this.pause();
    this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  pause() {
    if (!this.frame) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    setIcon(this.buttons.play, "play", "Play (Space)");
    for (const column of this.columns) column.isPlaying = false;
  }

  /** Tell Python where we are, but not at every step. */
  save() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      const { state, model } = this, changed = Object.keys(state).filter((name) => model.get(name) !== state[name]);
      for (const name of changed) model.set(name, state[name]);
      if (changed.length) model.save_changes();
    }, 150);
  }
}

/** What the recorder could not see of a search: then the picture is not the whole truth, and says so. */
function notesOf({ notes, search }, isBeside) {
  if (!notes.length) return [];
  const title = html("b", {}, isBeside ? `What could not be seen of ${search}: ` : "What could not be seen: ");
  return [html("div", { class: "note-line", role: "note", "data-testid": "notes" }, title, notes.join(" "))];
}

function legend(trace) {
  const entry = (...parts) => html("span", {}, ...parts), sign = (kind, text) => html("i", { class: kind }, text);
  const entries = [
    entry(sign("max", "▲"), " MAX"),
    entry(sign("min", "▼"), " MIN"),
    entry(sign("ring", ""), " searched now"),
    trace.isAlone.includes(1) && entry(sign("alone", "◆"), " searched here only"),
    trace.steps.kind.includes("cutoff") && entry(sign(null, "✂"), " never searched"),
    trace.alpha.some((end) => end >= 0) && entry("(", sign("max", "α"), ", ", sign("min", "β"), ") window"),
    entry(sign("line", ""), " best play"),
  ];
  return html("span", { class: "legend", "aria-hidden": "true" }, ...entries.filter(Boolean));
}

export default rendering(StepThrough);
