"""Markdown: a text that is only a text."""


def plain(text: str) -> str:
    r"""A text that Markdown leaves as it is.

    >>> print(plain("1941 *short* <b>"))
    1941 \*short\* \<b>
    """
    return "".join(f"\\{one}" if one in "\\`*_[]<#|" else one for one in text)
