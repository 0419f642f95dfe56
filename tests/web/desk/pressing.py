"""Press the buttons of a page of the desk that has several forms."""

import html
import re

import httpx2

from tests.web.visitor import Visitor

_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_INPUT = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def forms(visitor: Visitor) -> dict[str, dict[str, str]]:
    """Returns the hidden fields of each form of the open page that has an action, by the action."""
    found: dict[str, dict[str, str]] = {}
    for attributes, inside in _FORM.findall(visitor.page):
        action = re.search(r'action="([^"]*)"', attributes)
        if action is not None and 'method="post"' in attributes:
            fields = {name: html.unescape(value) for name, value in _INPUT.findall(inside)}
            found[html.unescape(action[1])] = fields
    return found


async def press(visitor: Visitor, action: str, **fields: str) -> httpx2.Response:
    """Presses the button of the open page whose form has this action, with its hidden fields."""
    return await visitor.press(action, **{**forms(visitor)[action], **fields})
