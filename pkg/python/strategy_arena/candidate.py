"""From keywords to a candidate of the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Candidate = Mapping[str, Any]


def candidate_of(
    markets: Mapping[str, int],
    given: Candidate | None,
    *,
    market: int | str | None = None,
    timeframe: str | None = None,
    capital: float | str | None = None,
    strategy: str | None = None,
    components: Sequence[Mapping[str, Any]] | None = None,
    params: Mapping[str, Any] | None = None,
    **strategy_params: Any,
) -> dict[str, Any]:
    """Return a candidate, as a whole one or from keywords.

    Args:
        markets: ids of markets by their keys.
        given: a whole candidate in the names of the API; then there are no keywords.
        market: id or key; the first official market by default.
        timeframe: ``hourly`` (default) or ``daily``.
        capital: in accounting-asset units.
        strategy: id of the only strategy.
        components: several strategies, in the names of the API.
        params: parameters whose names are taken, such as ``market``.
        strategy_params: parameters of the strategy.
    """
    keywords = [market, timeframe, capital, strategy, components, params]
    if given is not None:
        if strategy_params or any(value is not None for value in keywords):
            raise TypeError("a whole candidate takes no keywords")
        return dict(given)
    values = {**(params or {}), **strategy_params}
    if (strategy is None) == (components is None):
        raise TypeError("give either strategy or components")
    candidate: dict[str, Any] = {"marketId": _market_id(markets, market)}
    if timeframe is not None:
        candidate["timeframe"] = timeframe
    if capital is not None:
        candidate["capital"] = capital if isinstance(capital, str) else _decimal(capital)
    if components is not None:
        candidate["components"] = [dict(component) for component in components]
        if values:
            candidate["strategyParams"] = values
        return candidate
    component: dict[str, Any] = {"strategyId": strategy}
    if values:
        component["strategyParams"] = values
    candidate["components"] = [component]
    return candidate


def _market_id(markets: Mapping[str, int], market: int | str | None) -> int:
    if market is None:
        return 1
    if isinstance(market, int):
        return market
    if market not in markets:
        raise ValueError(f'market is "{market}", must be an id or one of {", ".join(markets)}')
    return markets[market]


def _decimal(capital: float) -> str:
    return str(int(capital)) if capital == int(capital) else repr(capital)
