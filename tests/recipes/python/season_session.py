"""What the Python client answers about seasons, boards and receipts. Prints one JSON value.

python3 season_session.py URL KEY FILE
"""

import json
import sys
from collections.abc import Mapping
from typing import Any, get_type_hints

from strategy_arena import ArenaError, Client, types

client = Client(*sys.argv[1:3])
season = client.list_seasons()[0]
entered = client.enter_season(
    season["seasonId"], market=1, strategy="yield-rsi", period=7, name="Carry 7"
)
again = client.enter_season(season["seasonId"], entered.entry.candidate.data)
hidden = client.hide_entry_name(season["seasonId"], entered.number)
evaluation = client.simulate(market=1, strategy="yield-rsi").evaluate()
published = client.publish(evaluation, "Carry 8")
by_receipt = client.publish(evaluation["receipt"].data, "Carry 9")
board = client.get_leaderboard(published["board"], sort="edge", most=5)
refusals = []
for candidate, name in [(evaluation, "<b>"), ({"receipt": None}, "Carry 7")]:
    try:
        client.publish(candidate, name)
    except ArenaError as error:
        refusals.append(error.code)
try:
    Client(f"{sys.argv[1]}/moved", sys.argv[2]).list_families()
except ArenaError as error:
    refusals.append(error.code)
plan = {
    "base": {"marketId": 1, "components": [{"strategyId": "yield-rsi"}]},
    "axes": [{"path": "/components/0/strategyParams/overbought", "values": [60, 70, 80]}],
}
search = client.search(plan, points="all")
search.wait()
saved = client.get_search_file(search.search_id, sys.argv[3])


def fits(answer: Mapping[str, Any], kind: type) -> bool:
    """Whether an answer has the members of its type, and no others."""
    hints = get_type_hints(kind, include_extras=True)
    needed = {name for name, hint in hints.items() if "NotRequired" not in str(hint)}
    return needed <= set(answer) <= set(hints)


typed = {
    "Season": season,
    "Published": published,
    "Market": client.list_markets()[0],
    "StrategyParameters": client.get_strategy_parameters("expression"),
    "CandidateCheck": client.check_candidate(market=1, strategy="yield-rsi"),
    "SearchView": client.get_search(search.search_id),
    "SearchList": client.list_searches(),
}

answer = {
    "misfits": [name for name, each in typed.items() if not fits(each, getattr(types, name))],
    "season": [season["seasonId"], season["state"]],
    "entry": [entered.entry.name, entered.number, entered.entry.board],
    "receipt": entered.receipt is not None,
    "again": again.number,
    "hidden": hidden.entry.name,
    "listed": [each.number for each in client.list_entries(season["seasonId"])],
    "published": [published["replaced"], by_receipt["replaced"]],
    "names": list(board.to_pandas()["name"]),
    "removed": client.unpublish(published["board"], published["candidateHash"])["removed"],
    "refusals": refusals,
    "parquet": saved.read_bytes()[:4].decode(),
}
print(json.dumps(answer))
