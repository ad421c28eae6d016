"""Stands in for piplite, which installs packages from the network: offline there is nothing to install from."""


async def install(requirements, **_):
    raise OSError(f"{requirements} cannot be installed: this site works offline and has all that it can have")
