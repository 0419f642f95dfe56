"""The service with different limits on rows and bytes."""

import dataclasses
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2

from tests.world import Person, World
from wellwish.app import application
from wellwish.base.settings.limits import Limits


@asynccontextmanager
async def limited(world: World, **limits: int) -> AsyncGenerator[World]:
    """Yields a world with the same people, the given limits, and the usual values of all other limits."""
    settings = dataclasses.replace(world.services.settings, limits=dataclasses.replace(Limits(), **limits))
    services = dataclasses.replace(world.services, settings=settings)
    transport = httpx2.ASGITransport(application(services), client=("127.0.0.1", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        other = World(services, client, world.owner)
        for name in ("alice", "bob", "mallory"):
            person: Person = getattr(world, name)
            setattr(other, name, person)
            person.world = other
        yield other
