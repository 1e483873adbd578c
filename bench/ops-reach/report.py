"""Reads what the sweep wrote: how many rows are right, by stopping policy, and where the others are lost."""
import collections
import json
import sys


def chosen(greens, extra, limit):
    """Goes on for `extra` candidates after the first green one; picks by prior, then by the smaller change."""
    seen = [g for g in greens if g["position"] <= limit]
    if not seen:
        return None
    seen = [g for g in seen if g["position"] <= seen[0]["position"] + extra]
    return min(seen, key=lambda g: (-round(g["prior"], 3), g["size"], g["position"]))


for name in sys.argv[1:]:
    rows = [json.loads(line) for line in open(name)]
    red = [r for r in rows if r["kind"] == "red"]
    print(f"== {name}: {len(red)} red of {len(rows)}; median candidates {sorted(r['candidates'] for r in red)[len(red)//2]}")
    for limit in (50, 100, 200, 400, 100000):
        line = []
        for extra in (0, 10, 25, 50, 100, 100000):
            picks = [chosen(r["greens"], extra, limit) for r in red]
            healed = [p for p in picks if p]
            right = sum(p["right"] for p in healed)
            line.append(f"+{extra}: {right} ({right/len(red):.0%}) overfit {len(healed)-right} ({(len(healed)-right)/max(1,len(healed)):.0%})")
        reach = sum(any(g["right"] and g["position"] <= limit for g in r["greens"]) for r in red)
        print(f"  <= {limit}: reach {reach} | " + " | ".join(line))
    table = collections.Counter()
    for r in red:
        pick = chosen(r["greens"], 0, 200)
        right = [g["position"] for g in r["greens"] if g["right"]]
        loss = "right" if pick and pick["right"] else "no operator reaches" if not right else "late" if right[0] > 200 else "overfit chosen"
        table[loss] += 1
        if loss != "right":
            print(f"    {r['id']:15} {r['bug']:16} {loss:20} first right {right[:1]} chosen {pick and (pick['position'], pick['operator'], pick['says'])}"[:260])
    print("  ", dict(table))
    stats = collections.defaultdict(lambda: [0, 0, 0])
    for r in red:
        for op, n in r["perOperator"].items():
            stats[op][0] += n
        for g in r["greens"]:
            stats[g["operator"]][1] += g["right"]
            stats[g["operator"]][2] += not g["right"]
    print("   operator: candidates, right, overfit, right per 1000")
    for op, (n, right, over) in sorted(stats.items(), key=lambda kv: -kv[1][1] / max(1, kv[1][0])):
        print(f"     {op:22} {n:6} {right:4} {over:4} {1000*right/n:6.1f}")
