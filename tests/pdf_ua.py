"""The rules of PDF/UA-1 (ISO 14289-1) that a program can check, by clause.

The rules are those of veraPDF and the Matterhorn Protocol. Not covered, because the PDFs of cards have none
of it: forms and XFA (7.15, 7.18.4), formulas (7.7), notes (7.9), embedded files (7.11), media clips (7.18.6),
Type 1 and simple TrueType fonts (7.21.4.2, 7.21.6). Where one of these appears, it is a fault here. Left to
people: whether a description fits its picture, and whether the order makes sense.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

import pypdf
from fontTools.ttLib import TTFont
from pypdf.generic import BooleanObject, ContentStream

# ISO 32000-1, 14.8.4: the structure types that need no role map.
_STANDARD: Final = {
    "/Document", "/Part", "/Art", "/Sect", "/Div", "/BlockQuote", "/Caption", "/TOC", "/TOCI", "/Index",
    "/NonStruct", "/Private", "/P", "/H", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6", "/L", "/LI", "/Lbl",
    "/LBody", "/Table", "/TR", "/TH", "/TD", "/THead", "/TBody", "/TFoot", "/Span", "/Quote", "/Note",
    "/Reference", "/BibEntry", "/Code", "/Link", "/Annot", "/Ruby", "/Warichu", "/Figure", "/Formula",
    "/Form",
}  # fmt: skip
# ISO 32000-1, tables 336 and 337: the types that these may contain, or be contained in.
_HOLDS: Final = {
    "/L": {"/L", "/LI", "/Caption"},
    "/LI": {"/Lbl", "/LBody"},
    "/Table": {"/TR", "/THead", "/TBody", "/TFoot", "/Caption"},
    "/TR": {"/TH", "/TD"},
    "/TOC": {"/TOC", "/TOCI", "/Caption"},
}
_WITHIN: Final = {
    "/LI": {"/L"},
    "/LBody": {"/LI"},
    "/TR": {"/Table", "/THead", "/TBody", "/TFoot"},
    "/TOCI": {"/TOC"},
}
_FOREIGN: Final = {"/Note", "/Formula", "/Form", "/H"}
_TAG: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_SHOWS: Final = {
    b"Tj", b"TJ", b"'", b'"', b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"sh", b"Do",
    b"INLINE IMAGE",
}  # fmt: skip
_DEEPEST: Final = 8  # forms within forms


def faults(read: pypdf.PdfReader) -> list[str]:
    """Returns the violated rules; an empty list if there are none."""
    root: Any = read.trailer["/Root"]
    return list(dict.fromkeys([
        *_document(read, root), *_structure(root), *_outline(root),
        *(each for page in read.pages for each in [*_content(page, read), *_annotations(page)]),
        *(each for font in fonts(read) for each in _font(font)),
    ]))  # fmt: skip


def _document(read: pypdf.PdfReader, root: Any) -> Iterator[str]:
    xmp = root["/Metadata"].get_object().get_data().decode() if "/Metadata" in root else ""
    if not xmp:
        yield "7.1: no metadata"
    if "<pdfuaid:part>1</pdfuaid:part>" not in xmp:
        yield "5: no version of PDF/UA in the metadata"
    if not re.search(r"<dc:title>.*?<rdf:li[^>]*>[^<]+</rdf:li>", xmp, re.DOTALL):
        yield "7.1: no title in the metadata"
    if root.get("/ViewerPreferences", {}).get("/DisplayDocTitle") != BooleanObject(True):
        yield "7.1: readers do not show the title"
    marks = root.get("/MarkInfo", {})
    if marks.get("/Marked") != BooleanObject(True):
        yield "6.2: not marked as tagged"
    if marks.get("/Suspects") not in (None, BooleanObject(False)):
        yield "7.1: suspects"
    if not _TAG.fullmatch(str(root.get("/Lang", ""))):
        yield "7.2: no language"
    if "/OCProperties" in root:
        yield "7.10: optional content"
    if "/AcroForm" in root:
        yield "7.15: a form"
    if "/EmbeddedFiles" in root.get("/Names", {}):
        yield "7.11: embedded files"
    if read.is_encrypted:
        yield "7.16: encrypted"


def _plain(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def kids(node: Any) -> list[Any]:
    """Returns the elements below an element, in the order of reading."""
    below = _plain(node.get("/K", []))
    found = [_plain(each) for each in (below if isinstance(below, list) else [below])]
    return [each for each in found if isinstance(each, dict) and "/S" in each]


def _structure(root: Any) -> Iterator[str]:
    if "/StructTreeRoot" not in root:
        yield "7.1: no structure"
        return
    tree = root["/StructTreeRoot"]
    roles = {str(name): str(to) for name, to in dict(tree.get("/RoleMap", {})).items()}
    for name, to in roles.items():
        if name in _STANDARD:
            yield f"7.1: the standard type {name} has another role"
        if to not in _STANDARD:
            yield f"7.1: {name} has no standard role"
    if "/ParentTree" not in tree:
        yield "7.1: content does not lead to its structure"
    last = 0
    waiting: list[tuple[str, Any]] = [("", each) for each in reversed(kids(tree))]
    while waiting:
        within, node = waiting.pop()
        kind = roles.get(str(node["/S"]), str(node["/S"]))
        below = kids(node)
        kinds = {roles.get(str(each["/S"]), str(each["/S"])) for each in below}
        if kinds - _HOLDS.get(kind, kinds) or within not in _WITHIN.get(kind, {within}):
            yield f"7.2: {kind} in {within or 'the document'} holds {sorted(kinds)}"
        yield from _element(node, kind)
        if re.fullmatch("/H[1-6]", kind):
            if int(kind[2]) > last + 1:
                yield f"7.4.2: {kind} follows a heading of level {last}"
            last = int(kind[2])
        waiting += [(kind, each) for each in reversed(below)]


def _element(node: Any, kind: str) -> Iterator[str]:
    if kind not in _STANDARD:
        yield f"7.1: {kind} has no standard role"
    if kind in _FOREIGN:
        yield f"7: {kind} is not checked here"
    if kind == "/Figure" and not (node.get("/Alt") or node.get("/ActualText")):
        yield "7.3: a figure has no description"
    if kind == "/TH" and "/A" not in node:
        yield "7.5: a heading of a table has no scope"
    if "/Lang" in node and not _TAG.fullmatch(str(node["/Lang"])):
        yield "7.2: an invalid language"
    if re.fullmatch("/H[1-6]", kind) and not node.get("/K"):
        yield f"7.4: {kind} is empty"


def headings(read: pypdf.PdfReader) -> list[str]:
    """Returns the types of the headings in the order of reading."""
    tree: Any = read.trailer["/Root"]["/StructTreeRoot"]  # pyright: ignore[reportIndexIssue, reportOptionalSubscript]
    found: list[str] = []
    waiting = list(reversed(kids(tree)))
    while waiting:
        node = waiting.pop()
        if re.fullmatch("/H[1-6]", str(node["/S"])):
            found.append(str(node["/S"])[1:])
        waiting += reversed(kids(node))
    return found


def _outline(root: Any) -> Iterator[str]:
    if "/Outlines" in root and "/Lang" not in root:
        yield "7.2: the language of the outline is unknown"


def _content(page: Any, read: pypdf.PdfReader) -> Iterator[str]:
    """Yields the faults of a page and of the forms it draws; a form within a mark belongs to the mark."""
    yield from _marks(ContentStream(page.get_contents(), read), page["/Resources"], read, (), 0)
    if "/StructParents" not in page:
        yield "7.1: a page does not lead to its structure"


def _marks(
    stream: ContentStream, resources: Any, read: pypdf.PdfReader, within: tuple[str, ...], depth: int
) -> Iterator[str]:
    open_marks: list[str] = []
    forms = resources.get("/XObject", {}) if resources else {}
    for operands, operator in stream.operations:
        around = {*within, *open_marks}
        if operator in (b"BDC", b"BMC"):
            mark = _mark(operands)
            if {mark} | around >= {"artifact", "tagged"} and mark != "other":
                yield "7.1: an artifact within tagged content, or tagged content within an artifact"
            open_marks.append(mark)
        elif operator == b"EMC":
            if not open_marks:
                yield "7.1: marks are not balanced"
                return
            open_marks.pop()
        elif operator == b"Do" and forms[operands[0]]["/Subtype"] == "/Form" and depth < _DEEPEST:
            form = forms[operands[0]].get_object()
            if "/Ref" in form:
                yield "7.20: content of another file"
            inner = form.get("/Resources", resources)
            yield from _marks(ContentStream(form, read), inner, read, tuple(around), depth + 1)
        elif operator in _SHOWS and not {"tagged", "artifact"} & around:
            yield f"7.1: {operator.decode()} is outside any tag"
    if open_marks:
        yield "7.1: marks are not balanced"


def _mark(operands: Any) -> str:
    if operands[0] == "/Artifact":
        return "artifact"
    return "tagged" if len(operands) > 1 and "/MCID" in operands[1] else "other"


def _annotations(page: Any) -> Iterator[str]:
    annotations = [each.get_object() for each in page.get("/Annots", [])]
    if annotations and page.get("/Tabs") != "/S":
        yield "7.18.3: the order of tabs"
    for each in annotations:
        if each.get("/Subtype") != "/Link":
            yield f"7.18: an annotation of type {each.get('/Subtype')}"
        elif not each.get("/Contents"):
            yield "7.18.5: a link has no description"
        if "/StructParent" not in each:
            yield "7.18.1: an annotation is outside the structure"


def fonts(read: pypdf.PdfReader) -> list[Any]:
    """Returns every font once, also those of forms within forms."""
    found: dict[int, Any] = {}
    seen: set[int] = set()
    waiting: list[Any] = [_plain(page["/Resources"]) for page in read.pages]
    while waiting:
        resources = waiting.pop()
        if id(resources) in seen:
            continue
        seen.add(id(resources))
        for font in resources.get("/Font", {}).values():
            found[font.idnum] = font.get_object()
        for form in [*resources.get("/XObject", {}).values(), *resources.get("/Pattern", {}).values()]:
            inner = form.get_object()
            if "/Resources" in inner:
                waiting.append(inner["/Resources"].get_object())
    return list(found.values())


def _font(font: Any) -> Iterator[str]:
    if font["/Subtype"] == "/Type3":  # emoji in colour
        if "/ToUnicode" not in font:
            yield "7.21.7: a font of pictures has no map to Unicode"
        widths = [float(each) for each in font["/Widths"]]
        drawn = [each.get_object().get_data() for each in font["/CharProcs"].values()]
        said = [
            float(match[1])
            for each in drawn
            if (match := re.match(rb"\s*([\d.-]+) [\d.-]+ (?:[\d.-]+ )*d[01]\b", each))
        ]
        if len(said) < len(drawn) or any(min(abs(one - each) for each in widths) > 1 for one in said):
            yield "7.21.5: a width of a font of pictures"
        return
    if font["/Subtype"] != "/Type0":
        yield f"7.21: a font of type {font['/Subtype']}"
        return
    name = font["/BaseFont"]
    below = font["/DescendantFonts"][0].get_object()
    described = below["/FontDescriptor"].get_object()
    file = next((described[key] for key in ("/FontFile2", "/FontFile3") if key in described), None)
    if file is None:
        yield f"7.21.4.1: {name} is not embedded"
        return
    if font["/Encoding"] not in ("/Identity-H", "/Identity-V"):
        yield f"7.21.3.3: the encoding of {name}"
    if below["/Subtype"] == "/CIDFontType2" and "/CIDToGIDMap" not in below:
        yield f"7.21.3.2: {name} has no map of glyphs"
    if "/ToUnicode" not in font:
        yield f"7.21.7: {name} has no map to Unicode"
    else:
        mapped = font["/ToUnicode"].get_object().get_data().decode("latin-1")
        targets = re.findall(r"<[0-9A-Fa-f]+>\s*<([0-9A-Fa-f]+)>", mapped)
        if any(each.upper() in ("0000", "FEFF", "FFFE") for each in targets):
            yield f"7.21.7: {name} maps to no character"
    if below["/Subtype"] == "/CIDFontType2" and described.get("/FontFile2") is not None:
        yield from _widths(name, below, file.get_object().get_data())


def _widths(name: str, below: Any, content: bytes) -> Iterator[str]:
    """7.21.5: the widths of the dictionary are those of the font program, within a unit of 1/1000 em."""
    made = TTFont(BytesIO(content), lazy=True)
    head: Any = made["head"]
    advances, em = made["hmtx"], head.unitsPerEm
    order = made.getGlyphOrder()
    given = [_plain(each) for each in below.get("/W", [])]
    at = 0
    while at < len(given):
        first = int(given[at])
        if isinstance(given[at + 1], list):
            widths = dict(enumerate(map(float, given[at + 1]), first))
            at += 2
        else:
            widths = dict.fromkeys(range(first, int(given[at + 1]) + 1), float(given[at + 2]))
            at += 3
        for glyph, width in widths.items():
            if glyph >= len(order) or abs(advances[order[glyph]][0] * 1000 / em - width) > 1:
                yield f"7.21.5: a width of {name}"
                return
