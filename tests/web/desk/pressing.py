"""Press buttons on pages of the desk with several forms."""

import html
import re

import httpx2

from tests.web.visitor import Visitor

_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_INPUT = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def forms(visitor: Visitor) -> dict[str, dict[str, str]]:
    """Returns the hidden fields of each form on the open page, by action."""
    found: dict[str, dict[str, str]] = {}
    for attributes, inside in _FORM.findall(visitor.page):
        action = re.search(r'action="([^"]*)"', attributes)
        if action is not None and 'method="post"' in attributes:
            fields = {name: html.unescape(value) for name, value in _INPUT.findall(inside)}
            found[html.unescape(action[1])] = fields
    return found


async def press(visitor: Visitor, action: str, **fields: str) -> httpx2.Response:
    """Submits the form with this action on the open page, including its hidden fields."""
    return await visitor.press(action, **{**forms(visitor)[action], **fields})
