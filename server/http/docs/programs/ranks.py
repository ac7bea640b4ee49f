"""Ranks a board of a season again from its matrix: python3 ranks.py arena/autumn-1 susde-hourly"""
import array, json, math, sys

place, lines = "/".join(sys.argv[1:3]), ["hold", "idle"]
head = json.load(open(f"{place}.json", encoding="utf-8"))["head"]
K, names, flat = head["paths"], head["numbers"] + lines, array.array("d", open(f"{place}.f64", "rb").read())
if sys.byteorder == "big": flat.byteswap()
U = {name: flat[i * K:(i + 1) * K] for i, name in enumerate(names)}
mean, same, kept = {name: sum(U[name]) / K for name in names}, {}, []
for a in lines + head["numbers"]:  # equal rows fold into the first
    same[a] = next((b for b in kept if all(abs(x - y) <= 1e-9 for x, y in zip(U[a], U[b]))), a)
    if same[a] == a: kept.append(a)

def difference(a, b):
    d = [x - y for x, y in zip(U[a], U[b])]
    m = sum(d) / K
    return m, sum((x - m) ** 2 for x in d) / (K - 1), d
def above(a, b, skewed=False):
    if mean[a] - mean[b] < 0.0009: return False  # for speed: it cannot be above
    m, v, d = difference(a, b)
    if m <= 0.001 or v == 0: return m > 0.001
    t = m / math.sqrt(v / K)
    if skewed: t += sum((x - m) ** 3 for x in d) / K / v ** 1.5 * (1 + 2 * t * t) / (6 * math.sqrt(K))
    z = (8 * K - 7) / (8 * K - 5) * math.sqrt((K - 1) * math.log1p(t * t / (K - 1)))
    return t > 0 and math.erfc(z / math.sqrt(2)) / 2 <= 0.05 / (2 * (len(kept) - 1))

line = max(lines, key=lambda name: mean[same[name]])  # hold when equal
told = {a: [b for b in kept if above(a, b)] for a in kept}
beats = [a for a in kept if all(a != same[b] and b in told[a] and above(a, b, True) for b in set(map(same.get, lines)))]
found = {}
for a in kept:
    m, v, _ = difference(a, line)
    above_a, rank = [b for b in kept if a in told[b]], 1 + sum(mean[b] - mean[a] > 1e-9 for b in kept)
    found[a] = {"meanUtility": mean[a], "edge": m, "edgeStandardError": math.sqrt(v / K), "rank": rank,
        "score": 100 * mean[a] / max(mean["hold"], 1e-4), "rankInterval": [1 + len(above_a), len(kept) - len(told[a])],
        "beatsLines": a in beats, "leader": a in beats and not any(b in beats for b in above_a)}
wrong = count = 0
while count < head["entries"] + 2:
    for row in json.load(open(f"{place}-rows-{count // 1000 + 1}.json", encoding="utf-8"))["rows"]:
        count, name = count + 1, row["number"] or row["line"]
        if row["state"] == "failed": continue
        for member, mine in {**found[same[name]], "sameAs": same[name] if same[name] != name else None}.items():
            theirs = row[member]
            if isinstance(mine, float) and abs(mine - theirs) <= 1e-12 * max(1, abs(mine)) or mine == theirs: continue
            print(f"wrong: {member} of {name} is {theirs}, recomputed {mine}")
            wrong += 1
print(f"{count} rows, {sum(one['leader'] for one in found.values())} leaders, {wrong} figures differ")
sys.exit(1 if wrong else 0)
