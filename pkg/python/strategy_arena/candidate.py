"""From keywords to a candidate of the API."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, TypeVar

from .errors import wrong_field

if TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack

    from .types import StrategyKeywords

    class Keywords(StrategyKeywords, total=False):
        """A candidate as keywords; see :func:`candidate_of`."""

        market: SupportsFloat | str | None
        timeframe: Literal["hourly", "daily"] | None
        capital: SupportsFloat | str | None
        strategy: str | None
        components: Sequence[Mapping[str, Any]] | None
        params: Mapping[str, Any] | None


Candidate = Mapping[str, Any]
Method = TypeVar("Method", bound=Callable[..., Any])


def candidate_of(
    markets: Mapping[str, int],
    given: Candidate | None,
    *,
    market: SupportsFloat | str | None = None,
    timeframe: str | None = None,
    capital: SupportsFloat | str | None = None,
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
        params: parameters whose names are taken, such as ``market``, or are names of expressions.
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
    candidate: dict[str, Any] = {"marketId": 1 if market is None else market_id(markets, market)}
    if timeframe is not None:
        candidate["timeframe"] = timeframe
    if capital is not None:
        candidate["capital"] = _decimal(capital)
    if components is not None:
        candidate["components"] = components
        if values:
            candidate["strategyParams"] = values
        return candidate
    component: dict[str, Any] = {"strategyId": strategy}
    if values:
        component["strategyParams"] = values
    candidate["components"] = [component]
    return candidate


def market_id(markets: Mapping[str, int], market: Any) -> Any:
    """Return the id of a market by its key; the engine checks what is no key."""
    if not isinstance(market, str):
        return market
    if market not in markets:
        near = difflib.get_close_matches(market.lower(), markets, 1)
        message = f'is "{market}", must be an id or one of {", ".join(markets)}'
        hint = f"; the nearest is {near[0]}" if near else ""
        raise wrong_field("Cannot find the market", "/marketId", "not_allowed", message + hint)
    return markets[market]


def shows_keywords(method: Method) -> Method:
    """Show the keywords of a candidate in ``help()`` and to completion."""
    signature = inspect.signature(method)
    *own, keywords = signature.parameters.values()
    shown = [
        each.replace(kind=each.KEYWORD_ONLY)
        for each in list(inspect.signature(candidate_of).parameters.values())[2:-1]
    ]
    rest = keywords.replace(name="strategy_params", annotation="StrategyKeywords")
    shaped = signature.replace(parameters=[*own, *shown, rest])
    method.__signature__ = shaped  # type: ignore[attr-defined]
    return method


def _decimal(capital: Any) -> Any:
    """Return a number as the decimal text that the API takes; the engine checks all else."""
    if isinstance(capital, Integral) and not isinstance(capital, bool):
        return str(int(capital))
    if isinstance(capital, Decimal):
        return f"{capital:f}"
    if isinstance(capital, Real) and not isinstance(capital, bool):
        value = float(capital)
        return str(int(value)) if value.is_integer() else repr(value)
    return capital
