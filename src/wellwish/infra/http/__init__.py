"""The HTTP layer between routes and handlers: request bodies, records, problem documents."""

from wellwish.infra.http.budget import Budget, Visits
from wellwish.infra.http.call import Endpoint
from wellwish.infra.http.caller import Caller
from wellwish.infra.http.download import Binary, Csv, Download, Html, Ndjson, Zip
from wellwish.infra.http.dry_run import MAX_LISTED, DryRun, DryRunMessage, DryRunRefund, Trial
from wellwish.infra.http.fields import Body, Change, Lenient, Query, line, text, whole, word
from wellwish.infra.http.operation import Result
from wellwish.infra.http.page import DEFAULT_LIMIT, MAX_LIMIT, WHOLE_LIMIT, Page, PageQuery, WholeQuery
from wellwish.infra.http.record import from_row
from wellwish.infra.http.route import (
    Access,
    Granted,
    IfMatch,
    OwnAccount,
    Raw,
    Reply,
    Route,
    Size,
    Warnings,
    own_account,
)
from wellwish.infra.http.services import Services

__all__ = [
    "DEFAULT_LIMIT",
    "MAX_LIMIT",
    "MAX_LISTED",
    "WHOLE_LIMIT",
    "Access",
    "Binary",
    "Body",
    "Budget",
    "Caller",
    "Change",
    "Csv",
    "Download",
    "DryRun",
    "DryRunMessage",
    "DryRunRefund",
    "Endpoint",
    "Granted",
    "Html",
    "IfMatch",
    "Lenient",
    "Ndjson",
    "OwnAccount",
    "Page",
    "PageQuery",
    "Query",
    "Raw",
    "Reply",
    "Result",
    "Route",
    "Services",
    "Size",
    "Trial",
    "Visits",
    "Warnings",
    "WholeQuery",
    "Zip",
    "from_row",
    "line",
    "own_account",
    "text",
    "whole",
    "word",
]
