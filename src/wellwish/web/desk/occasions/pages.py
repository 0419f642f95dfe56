"""The pages of rules and of the calendar: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.occasions.calendar import PATH as CALENDAR
from wellwish.web.desk.occasions.calendar import calendar_page, occasion_skipped
from wellwish.web.desk.occasions.change import occasion_changed, occasion_page
from wellwish.web.desk.occasions.plan import plan_page
from wellwish.web.desk.occasions.rule import rule_changed, rule_made, rule_new, rule_page
from wellwish.web.desk.occasions.rules import PATH, rule_ready, rules_page

_NO_RIGHT: Final = "desk/no_right.html"
_RULES: Final = ("desk/rules.html", _NO_RIGHT)
_RULE: Final = ("desk/rule.html", "desk/rule_plan.html", _NO_RIGHT)
_OCCASION: Final = ("desk/occasion.html", _NO_RIGHT)
_CALENDAR: Final = ("desk/calendar.html", _NO_RIGHT)

# fmt: off
OCCASIONS: Final = (
    Raw("GET", PATH, rules_page, _RULES),
    Raw("POST", PATH, rule_ready, _RULES),
    Raw("GET", PATH + "/new", rule_new, _RULE),
    Raw("POST", PATH + "/new", rule_made, _RULE),
    Raw("GET", PATH + "/{occasion_rule_id}", rule_page, _RULE),
    Raw("GET", PATH + "/{occasion_rule_id}/plan", plan_page, _RULE),
    Raw("POST", PATH + "/{occasion_rule_id}/{action}", rule_changed, _RULE),
    Raw("GET", CALENDAR, calendar_page, _CALENDAR),
    Raw("POST", CALENDAR, occasion_skipped, _CALENDAR),
    Raw("GET", CALENDAR + "/{occasion_key}", occasion_page, _OCCASION),
    Raw("POST", CALENDAR + "/{occasion_key}", occasion_changed, _OCCASION),
)
# fmt: on
