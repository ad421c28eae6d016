"""What `%pip` becomes."""


async def get_transformed_code(arguments):
    return f"await __import__('piplite').install({arguments!r})"
