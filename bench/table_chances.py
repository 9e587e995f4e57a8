#!/usr/bin/env python3
# Fits the weights of src/infer/tables.c to files of `table_recall DATASET DIR SPLIT MODEL chances`, of merged databases
# that the model's parser has not seen:
#   bench/merge_corpus.py corpus M.sqlite M.jsonl 300 1 corpus/later.txt
#   git show 6d8ac37:models/default.safetensors > before-later.safetensors   (it knows no later.txt, no latest.txt)
#   build/bench/table_recall jsonl M.jsonl train before-later.safetensors chances 2 > CHANCES
#   bench/table_chances.py CHANCES...
# Two logistic regressions, by Newton's method: which of its groups a question is about (softmax), and which of that
# group's tables it needs.
import math, sys

RIDGE, ROUNDS = 1.0, 8

def solve(matrix, vector):
    n = len(vector)
    rows = [row[:] + [value] for row, value in zip(matrix, vector)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i and rows[r][i]:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]

def newton(n, add):  # add(weights, gradient, hessian) of minus the log-likelihood
    def measure(weights):
        gradient = [RIDGE * w for w in weights]
        hessian = [[RIDGE * (i == k) for k in range(n)] for i in range(n)]
        return add(weights, gradient, hessian), gradient, hessian
    weights = [0.0] * n
    loss, gradient, hessian = measure(weights)
    for _ in range(ROUNDS):
        step = solve(hessian, gradient)
        for _ in range(8):  # as long a step as makes it better
            tried = [w - x for w, x in zip(weights, step)]
            found = measure(tried)
            if found[0] <= loss:
                break
            step = [x / 2 for x in step]
        weights, (loss, gradient, hessian) = tried, found
    return weights, loss

def dot(a, b):
    return sum(x * y for x, y in zip(a, b))

questions = []  # lists of (features of a group, [(gold, features of a table)])
for path in sys.argv[1:]:
    for line in open(path):
        kind, *rest = line.split()
        if kind == 'question':
            questions.append([])
        elif kind == 'group':
            questions[-1].append(([float(x) for x in rest], []))
        else:
            questions[-1][-1][1].append((int(rest[0]), [float(x) for x in rest[1:]]))
asked = [q for q in questions if any(gold for _, tables in q for gold, _ in tables)]

def about(weights, gradient, hessian):
    loss, n = 0, len(weights)
    for groups in asked:
        scores = [dot(weights, features) for features, _ in groups]
        most = max(scores)
        whole = most + math.log(sum(math.exp(s - most) for s in scores))
        shares = [math.exp(s - whole) for s in scores]
        gold = [any(g for g, _ in tables) for _, tables in groups]
        mean = [sum(p * features[i] for p, (features, _) in zip(shares, groups)) for i in range(n)]
        for is_gold, score, share, (features, _) in zip(gold, scores, shares, groups):
            if is_gold:
                loss -= (score - whole) / sum(gold)
                for i in range(n):
                    gradient[i] += (mean[i] - features[i]) / sum(gold)
            if share > 1e-6:
                for i in range(n):
                    for k in range(n):
                        hessian[i][k] += share * (features[i] - mean[i]) * (features[k] - mean[k])
    return loss / len(asked)

def needed(weights, gradient, hessian):
    loss, n, rows = 0, len(weights), 0
    for groups in asked:
        for _, tables in groups:
            for gold, features in tables if any(g for g, _ in tables) else ():
                p = 1 / (1 + math.exp(-max(-30, min(30, dot(weights, features)))))
                loss -= math.log(p if gold else 1 - p)
                rows += 1
                for i in range(n):
                    gradient[i] += (p - gold) * features[i]
                    for k in range(n):
                        hessian[i][k] += p * (1 - p) * features[i] * features[k]
    return loss / rows

for name, fit, n in (('about', about, len(asked[0][0][0])), ('needed', needed, len(asked[0][0][1][0][1]))):
    weights, loss = newton(n, fit)
    print(f'{name}_weights = {{{", ".join("%.3ff" % w for w in weights)}}};  /* {loss:.4f} nats */')
