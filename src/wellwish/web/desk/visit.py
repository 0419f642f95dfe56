"""A visit: a request of a signed-in user, with the services of the process."""

from dataclasses import dataclass

from starlette.requests import Request

from wellwish.auth.sign_in.session import Session
from wellwish.infra.http import Services


@dataclass(frozen=True)
class Visit:
    services: Services
    request: Request
    session: Session
