"""The part of Grafana's dashboard schema that our dashboard uses (Grafana's documentation, "JSON model").

Refuses unknown fields and values.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert

Text = Annotated[str, Meta(min_length=1)]


class _Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class Datasource(_Strict):
    type: Literal["prometheus"]
    uid: Literal["${datasource}"]


class GridPos(_Strict):
    x: Annotated[int, Meta(ge=0, lt=24)]
    y: Annotated[int, Meta(ge=0)]
    w: Annotated[int, Meta(ge=1, le=24)]
    h: Annotated[int, Meta(ge=1)]


class Target(_Strict):
    datasource: Datasource
    expr: Text
    legendFormat: str  # noqa: N815 - Grafana's
    refId: Annotated[str, Meta(pattern="^[A-Z]$")]  # noqa: N815
    format: Literal["time_series", "table", "heatmap"] = "time_series"
    instant: bool = False


class Step(_Strict):
    color: Text
    value: float | None


class Thresholds(_Strict):
    mode: Literal["absolute", "percentage"]
    steps: Annotated[list[Step], Meta(min_length=1)]


class Color(_Strict):
    mode: Literal["thresholds", "palette-classic", "fixed"]


class Defaults(_Strict):
    unit: Literal["short", "s", "bytes", "percentunit", "ops", "reqps", "wps", "mps"]
    color: Color | None = None
    thresholds: Thresholds | None = None
    custom: dict[str, Any] = {}
    min: float | None = None


class FieldConfig(_Strict):
    defaults: Defaults
    overrides: list[Any]


class Reduce(_Strict):
    calcs: list[Literal["lastNotNull", "last", "max", "min", "mean", "sum"]]


class StatOptions(_Strict):
    reduceOptions: Reduce  # noqa: N815
    colorMode: Literal["none", "value", "background"]  # noqa: N815
    graphMode: Literal["none", "area"]  # noqa: N815


class _Panel(_Strict):
    id: Annotated[int, Meta(ge=1)]
    title: Text
    gridPos: GridPos  # noqa: N815


class Row(_Panel, tag_field="type", tag="row"):
    collapsed: Literal[False]
    panels: Annotated[list[Any], Meta(max_length=0)]


class _Shown(_Panel):
    description: Text
    datasource: Datasource
    fieldConfig: FieldConfig  # noqa: N815
    targets: Annotated[list[Target], Meta(min_length=1)]


class Stat(_Shown, tag_field="type", tag="stat"):
    options: StatOptions


class TimeSeries(_Shown, tag_field="type", tag="timeseries"):
    options: dict[str, Any]


class Table(_Shown, tag_field="type", tag="table"):
    options: dict[str, Any]


class Variable(_Strict):
    name: Literal["datasource"]
    type: Literal["datasource"]
    query: Literal["prometheus"]
    label: Text
    current: dict[str, Any]
    hide: Literal[0, 1, 2]


class Templating(_Strict):
    list: list[Variable]


class Dashboard(_Strict):
    title: Text
    uid: Annotated[str, Meta(min_length=1, max_length=40)]
    tags: list[str]
    timezone: Literal["browser", "utc", ""]
    schemaVersion: Annotated[int, Meta(ge=36)]  # noqa: N815
    version: int
    editable: bool
    refresh: Annotated[str, Meta(pattern="^[0-9]+[smh]$")]
    time: dict[Literal["from", "to"], Text]
    templating: Templating
    annotations: dict[Literal["list"], list[Any]]
    links: list[Any]
    panels: list[Row | Stat | TimeSeries | Table]


def faults(given: dict[str, Any]) -> list[str]:
    """Returns the schema violations of a dashboard."""
    try:
        read = convert(given, Dashboard)
    except ValidationError as fault:
        return [str(fault)]
    found: list[str] = []
    for panel in read.panels:
        if panel.gridPos.x + panel.gridPos.w > 24:
            found.append(f"{panel.title}: wider than the dashboard")
        if not isinstance(panel, Row):
            names = [target.refId for target in panel.targets]
            if len({*names}) != len(names):
                found.append(f"{panel.title}: two targets have one refId")
    return found
