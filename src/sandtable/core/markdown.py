"""Escaping for Markdown."""


def plain(text: str) -> str:
    r"""A text escaped for Markdown.

    >>> print(plain("A *short* <b>"))
    A \*short\* \<b>
    """
    return "".join(f"\\{one}" if one in "\\`*_[]<#|" else one for one in text)
