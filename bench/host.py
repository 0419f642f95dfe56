"""Measure one revision on demand, with its code, its own database and its own servers.

A separate process (`python host.py`). It reads a line of JSON for each run, such as
`{"measure": "create 1", "connections": 16, "seconds": 5}`, and answers with a line: numbers by name, or
`{"error": ...}`. Measures are an operation with a number of workers or `ceiling`, and the figures.
"""

import asyncio
import json
import os
import sys
from contextlib import ExitStack
from dataclasses import asdict
from typing import Any, Final

import ceiling
import rounds
import servers
from figures import FIGURES, Scene
from operations import OPERATIONS, Operation
from record import record
from rounds import Load
from stage import Person, Stage, make_account, multiply, publish, stage

from wellwish.base.logs import configure

CARDS: Final = 1_000
WORKERS: Final = (1, 2)


async def first_cards(scene: Stage, person: Person, port: int) -> None:
    """Creates one card over HTTP and copies it, for lists and invitations."""
    create = next(each for each in OPERATIONS if each.key == "create")
    rounds.send(port, create.requests(scene, person), 201, Load(1, 5.0), most=1)
    card_id = await scene.owner.fetchval("select id from cards where account_id = $1", person.account_id)
    await multiply(scene, person.account_id, card_id, CARDS)
    await publish(scene, person.account_id)


class _Host:
    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._scripts: dict[str, ceiling.Script] = {}

    async def measure(self, name: str, load: Load) -> dict[str, float]:
        if name in FIGURES:
            return await FIGURES[name](self._scene)
        key, _, who = name.partition(" ")
        operation = next(each for each in OPERATIONS if each.key == key)
        stage, person = self._scene.stage, self._scene.person
        if who == "ceiling":
            return asdict(rounds.pgbench(stage, await self._script(operation), load))
        requests = operation.requests(stage, person)
        return asdict(rounds.http(stage, self._scene.servers[int(who)], requests, operation.status, load))

    async def _script(self, operation: Operation) -> ceiling.Script:
        if operation.key not in self._scripts:
            recorded = await record(self._scene.stage, self._scene.person, operation)
            self._scripts[operation.key] = script = ceiling.script_of(recorded)
            await ceiling.check(self._scene.stage, recorded, script)
        return self._scripts[operation.key]


async def _answer(host: _Host, asked: dict[str, Any]) -> dict[str, Any]:
    try:
        return await host.measure(asked["measure"], Load(asked["connections"], asked["seconds"]))
    except Exception as error:  # noqa: BLE001 - a revision may lack the operation
        return {"error": f"{type(error).__name__}: {error}"[:500]}


async def main() -> None:
    """Prepares the stage, prints an empty object when ready, and measures until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # only answers go to the original standard output
    configure("error")  # the application also answers in this process, for the recording
    connections = int(sys.argv[1])
    async with stage() as scene:
        person = await make_account(scene, "bench")
        with ExitStack() as running:
            started = {
                workers: running.enter_context(
                    servers.wellwish(scene, workers, max(1, connections // workers))
                )
                for workers in WORKERS
            }
            await first_cards(scene, person, started[1].port)
            host = _Host(Scene(scene, person, started))
            answered: dict[str, Any] = {}
            while True:
                print(json.dumps(answered), file=answers, flush=True)
                line = await asyncio.to_thread(sys.stdin.readline)
                if not line:
                    return
                answered = await _answer(host, json.loads(line))


if __name__ == "__main__":
    asyncio.run(main())
