"""Recomputes the verdict, the capital score and the gates of an evaluation from its answer alone."""
import json, math, sys


def mean(values):
    return sum(values) / len(values)


def deviation(values):
    return math.sqrt(sum((v - mean(values)) ** 2 for v in values) / (len(values) - 1))


def one_sided(t, nu):
    if t is None:
        return 1.0
    z = (8 * nu + 1) / (8 * nu + 3) * math.sqrt(nu * math.log1p(t * t / nu))
    return math.erfc(math.copysign(z, t) / math.sqrt(2)) / 2


def adjusted(p):
    return 1.0 if p == 1 else -math.expm1(tries * math.log1p(-p))


answer = json.load(sys.stdin)
data = answer.get("data", answer)
verdict, official, scored = data["verdict"], data["scenarioResult"], data["resolvedScoringProfile"]
series, candidate, u = verdict["series"], data["candidate"], official["utilityScore"]
U, H, I, W = (series[name] for name in ("utility", "hold", "idle", "twin"))
found, timing, tries = {}, None, min(verdict["trials"]["count"], 1e9)

if verdict["method"] == "sister_paths":
    mu, count = verdict["passiveGap"], len(U)
    line = "hold" if mu >= 0 else "idle"
    C = [h - i for h, i in zip(H, I)]
    D = [a - b for a, b in zip(U, series[line])]
    c, d, nu = mean(C), mean(D), count - 2
    sxx = sum((x - c) ** 2 for x in C)
    flat = sxx < 1e-20
    beta = 0.0 if flat else sum((x - c) * (y - d) for x, y in zip(C, D)) / sxx
    edge = d - beta * (c - mu)
    rss = sum((y - d - beta * (x - c)) ** 2 for x, y in zip(C, D))
    se = math.sqrt(rss / nu * (1 / count + (0.0 if flat else (c - mu) ** 2 / sxx)))
    t = None if rss <= 1e-20 else edge / se
    p = one_sided(t, nu)
    interval = [edge - 1.669804 * se, edge + 1.669804 * se]
    means = [mean(U), mean(series[line]), mean(H), mean(I)]
    beats = [sum(a > b + 1e-9 for a, b in zip(U, other)) for other in (H, I, series[line])]
    tau = [a - b for a, b in zip(U, W)]
    sd = deviation(tau)
    t_tau = None if sd <= 1e-12 else mean(tau) / (sd / math.sqrt(len(tau)))
    p_tau = one_sided(t_tau, len(tau) - 1)
    timing = {"paths": len(tau), "edge": mean(tau), "t": t_tau, "pValue": p_tau, "pAdjusted": adjusted(p_tau)}
else:
    line = "hold" if H[0] >= I[0] else "idle"
    edge = u - max(H[0], I[0])
    p = (1 + sum(r >= u - 1e-12 for r in U)) / 100 if edge > 1e-9 else 1.0
    means, beats, mu, se, interval, t = [u, series[line][0], H[0], I[0]], [None] * 3, None, None, None, None

p_adjusted = adjusted(p)
names = "meanUtility lineUtility holdUtility idleUtility beatsHold beatsIdle beatsLine"
found["verdict"] = dict(zip(names.split(), means + beats), line=line, paths=len(U), edge=edge, t=t,
    edgeStandardError=se, edgeInterval=interval, pValue=p, pAdjusted=p_adjusted, timing=timing)

rows = data["scenarios"]
sisters = U if mu is not None else []
utilities = [u, *sisters, *(row["utility"] for row in rows[1:] if row["inCapitalScore"])]
capital = mean(utilities) - 0.5 * deviation(utilities) - 0.1 / math.sqrt(data["capitalScore"]["tEff"])
found["capitalScore"] = {"capitalScore": capital, "meanUtility": mean(utilities),
    "sdUtility": deviation(utilities), "scenarios": len(utilities)}
found["score"] = 100 * u / max(data["benchmarkUtility"], 1e-4)

worst = max(row["maxDrawdown"] for row in rows if row["kind"] in ("official", "stress"))
days = scored["scoredBars"] / (24 if candidate["timeframe"] == "hourly" else 1)
bars = scored["totalBars"] * len(candidate["components"])
gates = [("POSITIVE_UTILITY", u, 0, u, u > 0),
    ("EDGE", p_adjusted, 0.05, 0.05 - p_adjusted, p_adjusted <= 0.05 and edge > 0)]
if timing:
    p_tau = timing["pAdjusted"]
    gates.append(("TIMING", p_tau, 0.05, 0.05 - p_tau, p_tau <= 0.05))
else:
    gates.append(("ONE_HISTORY", False, True, None, False))
for name, value, most in (("MAX_DRAWDOWN", official["maxDrawdown"], 0.05),
        ("WORST_SCENARIO_DRAWDOWN", worst, 0.15), ("MAX_TURNOVER", official["turnover"], 0.25)):
    gates.append((name, value, most, most - value, value <= most))
for name, value, least in (("MIN_SCORED_DAYS", days, 30), ("MIN_FILLS", data["diagnostics"]["fills"], 1)):
    gates.append((name, value, least, value - least, value >= least))
gates.append(("RUNTIME_BUDGET", bars, 1_000_000, 1_000_000 - bars, bars <= 1_000_000))
gates += [(name, True, True, None, True) for name in ("CONFIG_VALID", "FINITE_NUMBERS")]
names = ("gate", "value", "threshold", "margin", "passed")
found["eligibility"] = {"eligible": all(gate[4] for gate in gates), "gates": [dict(zip(names, gate)) for gate in gates]}


def differences(path, mine, theirs):
    if isinstance(mine, (list, dict)) and isinstance(theirs, (list, dict)):
        if isinstance(mine, list) and len(mine) != len(theirs):
            return [f"{path} has {len(theirs)} elements, recomputed {len(mine)}"]
        keys = mine if isinstance(mine, dict) else range(len(mine))
        return [text for key in keys for text in differences(f"{path}/{key}", mine[key], theirs[key])]
    is_number = isinstance(mine, (int, float)) and isinstance(theirs, (int, float))
    is_same = abs(mine - theirs) <= 1e-12 * max(1, abs(theirs)) if is_number else mine == theirs
    return [] if is_same else [f"{path} is {theirs}, recomputed {mine}"]


wrong = [text for name in found for text in differences("/" + name, found[name], data[name])]
print("\n".join(wrong) or f"edge {edge:+.6f} per year, p {p_adjusted:.6f}, eligible: {found['eligibility']['eligible']}")
sys.exit(1 if wrong else 0)
