"""The documented flow through the client that openapi-python-client makes of the document."""

import json
import sys

from arena_client import AuthenticatedClient
from arena_client.api.catalog import list_markets
from arena_client.api.evaluations import evaluate
from arena_client.api.simulations import simulate, simulate_summary, simulate_trades
from arena_client.models import AnsweredPayload, Candidate, CandidateTimeframe, Component, WrappedPayload

origin, key = sys.argv[1:]
client = AuthenticatedClient(
    base_url=origin, token=key, prefix="", auth_header_name="x-api-key", raise_on_unexpected_status=True
)
market = list_markets.sync(client=client).data[0]
candidate = Candidate(
    market_id=market.id,
    components=[Component(strategy_id="yield-rsi")],
    timeframe=CandidateTimeframe.DAILY,
)
scores = []
for run in [simulate, simulate_summary, simulate_trades]:
    simulation = run.sync(client=client, body=candidate).data
    for body in [
        simulation,
        WrappedPayload(simulation=simulation),
        AnsweredPayload(data=simulation),
    ]:
        scores.append(evaluate.sync(client=client, body=body).data.score)
print(json.dumps(scores))
