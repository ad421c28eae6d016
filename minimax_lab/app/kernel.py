"""A kernel whose answers are not overlooked, for all who run notebooks without a browser."""

from __future__ import annotations

from contextlib import suppress
from queue import Empty
from time import monotonic
from typing import Any

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.manager import AsyncKernelManager
from traitlets import Type

BETWEEN_LOOKS = 0.2  # seconds


class _AskedAgain(AsyncZMQSocketChannel):
    """Where a cell's answer arrives.

    What a cell shows in an Output widget (as `interact` does) nbclient sends back to the kernel through the same
    socket. If the answer arrives in that moment, the sending takes the signal that it is there, and nbclient would wait
    for it until the time is up. Whoever asks anew finds it.
    """

    async def get_msg(self, timeout: float | None = None) -> dict[str, Any]:  # type: ignore[override]
        end = float("inf") if timeout is None else monotonic() + timeout
        while (left := end - monotonic()) > BETWEEN_LOOKS:
            with suppress(Empty):
                return await super().get_msg(BETWEEN_LOOKS)
        return await super().get_msg(max(0.0, left))


class _Client(AsyncKernelClient):
    shell_channel_class = Type(_AskedAgain)


class AttentiveKernel(AsyncKernelManager):
    """Give it to nbclient as `kernel_manager_class`."""

    client_factory = Type(_Client)
