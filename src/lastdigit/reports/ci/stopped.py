"""What CI shows of what the gate stops: every fault, and every cause once with the verdicts that show it."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.base.fault import STALE_ERRATUM
from lastdigit.records.run import Place, Run
from lastdigit.reports.outcome.cause import CASE, GOLDEN, STALE, Cause
from lastdigit.reports.outcome.causes import causes
from lastdigit.reports.outcome.stops import DISAGREEMENT, Stop, name_of, stops, why
from lastdigit.verdicts.verdict import Verdict

_KINDS = {CASE: DISAGREEMENT, GOLDEN: DISAGREEMENT, STALE: STALE_ERRATUM}


@dataclass(frozen=True)
class Stopped:
    """A fault, or a cause: where to mend it, and its kind, one of :data:`~lastdigit.reports.outcome.stops.KINDS`.

    ``key`` tells it from the others in this run and in the next one, ``others`` are further places, and ``verdicts``
    what shows it, the one to look at first before the others.
    """

    kind: str
    key: str
    text: str
    place: Place
    others: tuple[Place, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


def stopped(run: Run) -> list[Stopped]:
    """The faults in their order, then the causes, the widest first."""
    faults, verdicts = [], {}
    for stop in stops(run):
        if stop.verdict is None:
            faults.append(Stopped(stop.kind, f"{stop.kind} {stop.why}", stop.text, stop.place))
        else:
            verdicts[id(stop.verdict)] = stop
    return [*faults, *(_of_cause(cause, verdicts[id(cause.example)]) for cause in causes(run))]


def _of_cause(cause: Cause, first: Stop) -> Stopped:
    example = cause.example
    places = tuple(dict.fromkeys(place for _, place in cause.places if place != first.place))
    verdicts = (example, *(verdict for verdict in cause.verdicts if verdict is not example))
    text = first.text
    if len(verdicts) > 1:
        extent = f"{cause.extent}; {len(verdicts):,} verdicts"
        text = f"{cause.who}: {cause.what} ({extent}), such as {name_of(example)}: {why(example)}; {cause.rerun}"
    kind = _KINDS.get(cause.kind, cause.kind)
    return Stopped(kind, f"{cause.kind} {cause.who} {cause.what}", text, first.place, places, verdicts)
