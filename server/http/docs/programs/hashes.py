import calendar, hashlib, json, re, struct, sys, time
FIGURES = """annualizedMeanReturn compoundAnnualReturn annualizedVolatility sharpe sortino
    maxDrawdown maxDrawdownDays drawdownRecovered calmar valueAtRisk cvar turnover executionCost
    exposure hitRate bestDay worstDay fills""".split()
SKIPS = "MIN_HOLD_BARS MAX_TRADE_PCT_LIQUIDITY POOL_LIMIT MAX_ESTIMATED_SLIPPAGE MIN_EDGE_TO_COST".split()
def digits(text): return "\0" + text  # a number stays as it was printed: RFC 8785 prints it so
def seconds(instant): return calendar.timegm(time.strptime(instant[:19], "%Y-%m-%dT%H:%M:%S"))
def counts(of): return [of["intents"], of["fills"], of["skips"], *map(of["skippedByReason"].get, SKIPS)]
answer = sys.stdin.read()  # of a simulation, as it came
data, exact = json.loads(answer), json.loads(answer, parse_int=digits, parse_float=digits)
data, candidate = data.get("data", data), exact.get("data", exact)["candidate"]
if "." in candidate["capital"]: candidate["capital"] = candidate["capital"].rstrip("0").rstrip(".")
canonical = re.sub(r'"\\u0000(.*?)"', r"\1", json.dumps(candidate, sort_keys=True, separators=(",", ":")))
candidate_hash = hashlib.sha256(canonical.encode())
scored, metrics, execution = (data[k] for k in ("resolvedScoringProfile", "metrics", "execution"))
result = b"arena-result-2\n" + candidate_hash.digest() + bytes.fromhex(data["evidence"]["datasetHash"])
result += struct.pack("<4I", *(scored[k] for k in ("totalBars", "warmupBars", "scoredBars", "tradeStartIndex")))
result += struct.pack("<2q", *(seconds(scored[f"score{k}Timestamp"]) for k in ("Start", "End")))
for value in map(metrics.get, FIGURES): result += struct.pack("<d", float("nan") if value is None else value + 0.0)
result += struct.pack("<9I", *counts(execution), len(execution["components"]))
for component in execution["components"]: result += struct.pack("<8I", *counts(component))
print(candidate_hash.hexdigest(), hashlib.sha256(result).hexdigest())
