#!/usr/bin/python3
"""The reference shapes of `astormer bench nn` in PyTorch, as fast as we know how to write them.

usage: bench/torch_peer.py [--threads 2] [--seconds 10] [--only full,minilm,rat,astormer,decode] [--json]
                           [--cpu-time] [--steps 32] [--infer] [--onnx FILE]

Written from the formulas (docs: MODEL, sections 9 and 10), with the layers and lengths that
src/measure/shapes.c uses; that one, the shipped network, also looks up and pools words.  Three ways to bring relations in:

  expand   k_j + r_ij is built for every head and pair: the authors' formulation
  pair     r_ij is built once a pair and multiplied with q for all heads
  table    q R^T, then a look-up by relation id; values by summing weights per id

and the vocabulary softmax either at all 32 steps (as released) or only where a token is emitted.
"released" below is expand + all steps; "best" is the faster of pair and table + token steps.
MiniLM attention is timed as plain batched products and as nn.MultiheadAttention.

--infer times inference alone, and MiniLM also with its linear layers in bytes by
torch.quantization.quantize_dynamic, with every engine this torch has for it.

--onnx FILE times nothing: it writes MiniLM as that form which torch is fastest with, for onnx_peer.js.

--only decode times beam search over one question at a time, the decoder's network alone (no
constraints, no trees, no values: ours pays for those), --steps steps of 5 hypotheses:

  released  the authors' way: every step runs the decoder over the whole prefix of every hypothesis,
            keys and values of the memory included, relations expanded, and all three output heads
  cached    keys and values of earlier steps and of the memory are kept, one new row a hypothesis
            and step, relations by table, and only the head that the step needs

Needs Debian's python3-torch and the OpenMP build of OpenBLAS (the pthread build makes torch several
times slower); installs both when they are missing."""

import argparse
import json
import math
import os
import subprocess
import sys
import time

OPENBLAS = "/usr/lib/x86_64-linux-gnu/openblas-openmp"
PACKAGES = ["python3-torch", "libopenblas0-openmp"]


def ensure_packages():
    """Installs what is missing, then starts this script again under the right BLAS."""
    missing = [p for p in PACKAGES if subprocess.run(
        ["dpkg-query", "-W", "-f", "${Status}", p], capture_output=True, text=True
    ).stdout != "install ok installed"]
    if missing:
        print("torch_peer: installing", *missing, file=sys.stderr)
        as_root = [] if os.geteuid() == 0 else ["sudo"]
        subprocess.run(as_root + ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
                       + missing, check=True, stdout=subprocess.DEVNULL)
    if OPENBLAS not in os.environ.get("LD_LIBRARY_PATH", ""):
        os.environ["LD_LIBRARY_PATH"] = OPENBLAS
        os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)


parser = argparse.ArgumentParser(description="reference shapes in PyTorch")
parser.add_argument("--threads", type=int, default=2)
parser.add_argument("--seconds", type=float, default=10, help="time for each measurement")
parser.add_argument("--only", default="full,minilm,rat,astormer")
parser.add_argument("--steps", type=int, default=32, help="decoding steps of a question")
parser.add_argument("--infer", action="store_true", help="no training, and MiniLM in bytes as well")
parser.add_argument("--onnx", metavar="FILE", help="write MiniLM for ONNX Runtime, and end")
parser.add_argument("--json", action="store_true")
parser.add_argument("--cpu-time", action="store_true",
                    help="processor seconds over threads, for a machine that others use too; only "
                    "fair with one thread, since waiting OpenMP threads burn processor time")
options = parser.parse_args()
ensure_packages()
os.environ["GLOG_minloglevel"] = "2"  # qnnpack warns at every product
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = str(options.threads)

import torch  # noqa: E402
from torch import nn  # noqa: E402
import torch.nn.functional as F  # noqa: E402

torch.set_num_threads(options.threads)
torch.manual_seed(1)

BATCH, SCHEMA, ACTIONS, WORDS, WORD_SIZE = 20, 36, 32, 30522, 128
ENCODER_IDS, DECODER_IDS, PRODUCTIONS, FIELDS, DEPTHS = 43, 40, 71, 28, 20
D, HEADS, ENCODER_LAYERS, DECODER_LAYERS = 256, 8, 8, 2

QUESTIONS = [8 + s * 7 % 13 for s in range(BATCH)]
LENGTHS = torch.tensor([q + SCHEMA for q in QUESTIONS])
LONGEST, LONGEST_Q = int(LENGTHS.max()), max(QUESTIONS)
ROW_MASK = torch.arange(LONGEST)[None] < LENGTHS[:, None]
Q_MASK = torch.arange(LONGEST_Q)[None] < torch.tensor(QUESTIONS)[:, None]


def numbers(n, ids):
    """Relation ids 1 .. ids-1 for the n*n pairs of a sample."""
    i = torch.arange(n * n, dtype=torch.int64)
    return (1 + (i * 2654435761) % 2**32 % (ids - 1)).view(n, n)


def encoder_relations():
    rel = torch.zeros(BATCH, LONGEST, LONGEST, dtype=torch.int64)
    for s, n in enumerate(LENGTHS.tolist()):
        rel[s, :n, :n] = numbers(n, ENCODER_IDS)
    return rel


def choice(limit):
    n = torch.arange(BATCH * ACTIONS, dtype=torch.int64)
    return (n * 40503 % limit).view(BATCH, ACTIONS)


STEP = torch.arange(BATCH * ACTIONS).view(BATCH, ACTIONS)
IS_TOKEN = STEP % 20 == 7
IS_POINT = (STEP % 5 == 1) & ~IS_TOKEN
IS_RULE = ~(IS_TOKEN | IS_POINT)
RULES, POINTS, TOKENS = choice(PRODUCTIONS - 1), choice(SCHEMA), choice(WORDS)
COPY_IDS = (1000 + torch.arange(LONGEST_Q) * 97).expand(BATCH, -1).contiguous()


class Attention(nn.Module):
    """Multi-head attention; relations are ids into the tables rk, rv."""

    def __init__(self, d, heads, how, in_drop, biases=False):
        super().__init__()
        self.heads, self.how, self.drop = heads, how, nn.Dropout(in_drop)
        self.q, self.o = nn.Linear(d, d), nn.Linear(d, d)
        self.k, self.v = nn.Linear(d, d, bias=biases), nn.Linear(d, d, bias=biases)
        self.scale = 1 / math.sqrt(d // heads)

    def split(self, x):
        return x.view(x.size(0), x.size(1), self.heads, -1).transpose(1, 2)

    def forward(self, x, memory, mask, rel=None, rk=None, rv=None):
        q = self.split(self.q(self.drop(x)))
        k, v = self.split(self.k(self.drop(memory))), self.split(self.v(self.drop(memory)))
        how = getattr(self, self.how) if rel is not None else self.plain
        o = how(q, k, v, mask, rel, rk, rv)
        return self.o(o.transpose(1, 2).reshape(x.size(0), x.size(1), -1))

    def weights(self, scores, mask):
        return (scores * self.scale).masked_fill(~mask, -1e10).softmax(-1)

    def plain(self, q, k, v, mask, rel, rk, rv):
        return self.weights(q @ k.transpose(-1, -2), mask) @ v

    def expand(self, q, k, v, mask, rel, rk, rv):
        keys, values = k.unsqueeze(2) + rk[rel].unsqueeze(1), v.unsqueeze(2) + rv[rel].unsqueeze(1)
        a = self.weights((q.unsqueeze(3) @ keys.transpose(-1, -2)).squeeze(3), mask)
        return (a.unsqueeze(3) @ values).squeeze(3)

    def pair(self, q, k, v, mask, rel, rk, rv):
        by_pair = (q.transpose(1, 2) @ rk[rel].transpose(-1, -2)).transpose(1, 2)
        a = self.weights(q @ k.transpose(-1, -2) + by_pair, mask)
        return a @ v + (a.transpose(1, 2) @ rv[rel]).transpose(1, 2)

    def table(self, q, k, v, mask, rel, rk, rv):
        ids = rel.unsqueeze(1).expand(-1, self.heads, -1, -1)
        a = self.weights(q @ k.transpose(-1, -2) + (q @ rk.t()).gather(3, ids), mask)
        by_id = a.new_zeros(*a.shape[:3], rv.size(0)).scatter_add(3, ids, a)
        return a @ v + by_id @ rv


class Layer(nn.Module):
    def __init__(self, d, heads, how, cross):
        super().__init__()
        self.self_attention, self.norm1 = Attention(d, heads, how, 0.2), nn.LayerNorm(d)
        if cross:
            self.cross, self.norm2 = Attention(d, heads, how, 0.2), nn.LayerNorm(d)
        self.wide, self.narrow, self.norm3 = nn.Linear(d, 4 * d), nn.Linear(4 * d, d), nn.LayerNorm(d)

    def forward(self, x, mask, rel, rk, rv, memory=None, memory_mask=None):
        x = self.norm1(x + self.self_attention(x, x, mask, rel, rk, rv))
        if memory is not None:
            x = self.norm2(x + self.cross(x, memory, memory_mask))
        return self.norm3(x + self.narrow(F.relu(self.wide(x))))


class Encoder(nn.Module):
    def __init__(self, how):
        super().__init__()
        self.rk = nn.Parameter(torch.randn(ENCODER_IDS, D // HEADS) * 0.1)
        self.rv = nn.Parameter(torch.randn(ENCODER_IDS, D // HEADS) * 0.1)
        self.layers = nn.ModuleList(Layer(D, HEADS, how, False) for _ in range(ENCODER_LAYERS))
        self.rel = encoder_relations()
        self.mask = ROW_MASK[:, None, None, :]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x, self.mask, self.rel, self.rk, self.rv)
        return x


class Pointer(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.drop = nn.Linear(D, D), nn.Linear(D, D, bias=False), nn.Dropout(0.2)

    def forward(self, x, memory, mask):
        q = self.q(self.drop(x)).view(BATCH, -1, HEADS, D // HEADS).transpose(1, 2)
        k = self.k(self.drop(memory)).view(BATCH, -1, HEADS, D // HEADS).transpose(1, 2)
        e = q @ k.transpose(-1, -2) / math.sqrt(D // HEADS)
        return e.masked_fill(~mask[:, None, None, :], -1e10).softmax(-1).mean(1)


class Decoder(nn.Module):
    def __init__(self, how, everywhere):
        super().__init__()
        self.everywhere = everywhere  # the vocabulary softmax at all steps
        self.words = nn.Parameter(torch.randn(WORDS, WORD_SIZE) * 0.1)
        self.word_map = nn.Linear(WORD_SIZE, D)
        self.productions, self.fields = nn.Embedding(PRODUCTIONS, D), nn.Embedding(FIELDS, D)
        self.depths, self.norm = nn.Embedding(DEPTHS, D), nn.LayerNorm(D)
        self.rk = nn.Parameter(torch.randn(DECODER_IDS, D // HEADS) * 0.1)
        self.rv = nn.Parameter(torch.randn(DECODER_IDS, D // HEADS) * 0.1)
        self.layers = nn.ModuleList(Layer(D, HEADS, how, True) for _ in range(DECODER_LAYERS))
        self.rule, self.generator = nn.Linear(D, D, bias=False), nn.Linear(D, WORD_SIZE, bias=False)
        self.gate, self.pointer = nn.Linear(2 * D, 1), Pointer()
        self.rel = numbers(ACTIONS, DECODER_IDS).expand(BATCH, -1, -1).contiguous()
        self.causal = torch.ones(ACTIONS, ACTIONS, dtype=torch.bool).tril()[None, None]

    def inputs(self, schema):
        """The action taken before each step, embedded; plus parent, field and depth."""
        point = schema.gather(1, POINTS[:, :-1, None].expand(-1, -1, D))
        rule, token = self.productions(RULES[:, :-1]), IS_TOKEN[:, :-1]
        before = torch.where(IS_POINT[:, :-1, None], point, rule)
        before = before.index_put(token.nonzero(as_tuple=True),
                                  self.word_map(F.embedding(TOKENS[:, :-1][token], self.words)))
        return F.pad(before, (0, 0, 1, 0)) + self.productions(choice(PRODUCTIONS)) \
            + self.fields(choice(FIELDS)) + self.depths(choice(8))

    def forward(self, memory):
        schema = torch.stack([memory[s, q:q + SCHEMA] for s, q in enumerate(QUESTIONS)])
        question = memory[:, :LONGEST_Q]
        n0 = self.norm(self.inputs(schema))
        x = n0
        for layer in self.layers:
            x = layer(x, self.causal, self.rel, self.rk, self.rv, memory, ROW_MASK[:, None, None, :])
        return self.loss(x, n0, schema, question)

    def loss(self, x, n0, schema, question):
        every = torch.ones(BATCH, SCHEMA, dtype=torch.bool)
        rules = F.log_softmax(self.rule(x) @ self.productions.weight.t(), -1)
        rules = rules.gather(2, RULES[..., None]).squeeze(2)
        points = self.pointer(x, schema, every).gather(2, POINTS[..., None]).squeeze(2)
        copy = self.pointer(x, question, Q_MASK)
        gate = torch.sigmoid(self.gate(torch.cat([x, n0], -1)))
        if self.everywhere:
            p = (self.generator(x) @ self.words.t()).softmax(-1) * (1 - gate)
            p = p.scatter_add(2, COPY_IDS[:, None].expand(-1, ACTIONS, -1), copy * gate)
            tokens = torch.log(p + 1e-32).gather(2, TOKENS[..., None]).squeeze(2)[IS_TOKEN]
        else:
            s, t = IS_TOKEN.nonzero(as_tuple=True)
            p = (self.generator(x[s, t]) @ self.words.t()).softmax(-1) * (1 - gate[s, t])
            p = p.scatter_add(1, COPY_IDS[s], copy[s, t] * gate[s, t])
            tokens = torch.log(p.gather(1, TOKENS[s, t][:, None]) + 1e-32)
        return -(rules[IS_RULE].sum() + torch.log(points[IS_POINT] + 1e-32).sum() + tokens.sum())


BEAM = 5


class Decoding:
    """Beam search over one question with the decoder above; the network only."""

    def __init__(self, decoder, memory, question):
        self.net, self.n_question = decoder, question
        self.memory = memory.expand(BEAM, -1, -1)
        self.copy_ids = COPY_IDS[:1, :question].expand(BEAM, -1)
        self.rel = numbers(max(options.steps, 2), DECODER_IDS)

    def embed(self, step):
        """Input row of a step: what was chosen before, parent, field and depth."""
        rows = torch.full((BEAM,), step % PRODUCTIONS)
        return self.net.norm(self.net.productions(rows) + self.net.productions(rows)
                             + self.net.fields(rows % FIELDS) + self.net.depths(rows % DEPTHS))

    def point(self, x, keys):
        q = self.net.pointer.q(x).view(BEAM, 1, HEADS, -1).transpose(1, 2)
        k = keys.view(BEAM, -1, HEADS, D // HEADS).transpose(1, 2)
        return (q @ k.transpose(-1, -2) / math.sqrt(D // HEADS)).softmax(-1).mean(1).squeeze(1)

    def rules(self, x):
        return F.log_softmax(self.net.rule(x) @ self.net.productions.weight.t(), -1)

    def items(self, x, keys):
        return torch.log(self.point(x, keys[:, self.n_question:]) + 1e-32)

    def tokens(self, x, n0, keys):
        gate = torch.sigmoid(self.net.gate(torch.cat([x, n0], -1)))
        p = (self.net.generator(x) @ self.net.words.t()).softmax(-1) * (1 - gate)
        copy = self.point(x, keys[:, :self.n_question])
        return torch.log(p.scatter_add(1, self.copy_ids, copy * gate) + 1e-32)

    def choose(self, log_p):
        """The K best of all hypotheses' actions: which hypothesis each came from."""
        return log_p.flatten().topk(BEAM)[1] // log_p.size(1)

    def released(self):
        inputs = torch.empty(BEAM, 0, D)
        for j in range(options.steps):
            inputs = torch.cat([inputs, self.embed(j)[:, None]], 1)
            rel = self.rel[:j + 1, :j + 1].expand(BEAM, -1, -1).contiguous()
            causal = torch.ones(j + 1, j + 1, dtype=torch.bool).tril()[None, None]
            x = inputs
            every = torch.ones(1, 1, 1, self.memory.size(1), dtype=torch.bool)
            for layer in self.net.layers:
                x = layer(x, causal, rel, self.net.rk, self.net.rv, self.memory, every)
            last, keys = x[:, -1], self.net.pointer.k(self.memory)
            best = self.choose(self.rules(last))
            self.items(last, keys)
            self.tokens(last, inputs[:, -1], keys)
            inputs = inputs[best]

    def attend(self, attention, x, k, v, rel=None):
        """One query a row against kept keys and values [BEAM, n, D]."""
        d_h = D // HEADS
        q = attention.q(x).view(BEAM, HEADS, 1, d_h)
        k, v = (t.view(BEAM, -1, HEADS, d_h).transpose(1, 2) for t in (k, v))
        e = q @ k.transpose(-1, -2)
        if rel is not None:
            e = e + (q @ self.net.rk.t())[:, :, :, rel]
        a = (e / math.sqrt(d_h)).softmax(-1)
        o = a @ v
        if rel is not None:
            by_id = a.new_zeros(BEAM, HEADS, 1, DECODER_IDS)
            o = o + by_id.index_add(3, rel, a) @ self.net.rv
        return attention.o(o.reshape(BEAM, D))

    def cached(self):
        memory = self.memory[:1]
        cross = [(l.cross.k(memory).expand(BEAM, -1, -1), l.cross.v(memory).expand(BEAM, -1, -1))
                 for l in self.net.layers]
        keys = self.net.pointer.k(memory).expand(BEAM, -1, -1)
        kept = [(torch.empty(BEAM, 0, D), torch.empty(BEAM, 0, D)) for _ in self.net.layers]
        for j in range(options.steps):
            x = n0 = self.embed(j)
            for i, layer in enumerate(self.net.layers):
                a = layer.self_attention
                kept[i] = tuple(torch.cat([old, new[:, None]], 1)
                                for old, new in zip(kept[i], (a.k(x), a.v(x))))
                x = layer.norm1(x + self.attend(a, x, *kept[i], self.rel[j, :j + 1]))
                x = layer.norm2(x + self.attend(layer.cross, x, *cross[i]))
                x = layer.norm3(x + layer.narrow(F.relu(layer.wide(x))))
            log_p = self.tokens(x, n0, keys) if j % 20 == 7 else \
                self.items(x, keys) if j % 5 == 1 else self.rules(x)
            best = self.choose(log_p)
            kept = [tuple(t[best] for t in pair) for pair in kept]


def decode():
    """Seconds a question of both ways, the mean over questions of all lengths."""
    decoder = Decoder("expand", True).eval()
    memory = torch.randn(BATCH, LONGEST, D)
    ones = [Decoding(decoder, memory[s:s + 1, :q + SCHEMA], q) for s, q in enumerate(QUESTIONS)]
    times = {}
    with torch.no_grad():
        for how in ("released", "cached"):
            getattr(ones[0], how)()
            spent, n, until = 0, 0, time.perf_counter() + options.seconds
            while n < 2 or time.perf_counter() < until:
                start = clock()
                getattr(ones[n % BATCH], how)()
                spent, n = spent + clock() - start, n + 1
            times[how] = {"seconds": spent / n}
    return times


class MiniLm(nn.Module):
    """6 layers of BERT, d 384, 12 heads, 95 rows a sample."""
    ROWS, D, HEADS, LAYERS = 95, 384, 12, 6

    class Layer(nn.Module):
        def __init__(self, d, heads, module):
            super().__init__()
            self.module = module
            if module:
                self.attention = nn.MultiheadAttention(d, heads, dropout=0.1, batch_first=True)
            else:
                self.heads, self.qkv, self.o = heads, nn.Linear(d, 3 * d), nn.Linear(d, d)
            self.norm1, self.norm2, self.drop = nn.LayerNorm(d), nn.LayerNorm(d), nn.Dropout(0.1)
            self.wide, self.narrow = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

        def attend(self, x):
            if self.module:
                return self.attention(x, x, x, need_weights=False)[0]
            b, n, d = x.shape
            q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            a = (q * (d // self.heads) ** -0.5 @ k.transpose(-1, -2)).softmax(-1)
            return self.o((self.drop(a) @ v).transpose(1, 2).reshape(b, n, d))

        def forward(self, x):
            x = self.norm1(x + self.drop(self.attend(x)))
            return self.norm2(x + self.drop(self.narrow(F.gelu(self.wide(x)))))

    def __init__(self, module):
        super().__init__()
        self.layers = nn.ModuleList(self.Layer(self.D, self.HEADS, module)
                                    for _ in range(self.LAYERS))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def clock():
    return time.process_time() / options.threads if options.cpu_time else time.perf_counter()


def best_of(step):
    """Seconds of the fastest repetition."""
    step()
    best, until, n = math.inf, time.perf_counter() + options.seconds, 0
    while n < 2 or time.perf_counter() < until:
        start = clock()
        step()
        best, n = min(best, clock() - start), n + 1
    return best


def measure(model, x, loss, optimiser=None):
    def train():
        if optimiser:
            optimiser.zero_grad(set_to_none=True)
        else:
            model.zero_grad(set_to_none=True)
        loss(model(x)).backward()
        if optimiser:
            optimiser.step()

    def infer():
        with torch.no_grad():
            model(x)

    trained = 0
    if not options.infer:
        model.train()
        trained = best_of(train)
    model.eval()
    return {"train": trained, "infer": best_of(infer)}


def in_bytes(x):
    """MiniLM in torch's own bytes: weights quantised before, activations as they come."""
    forms = {}
    for engine in torch.backends.quantized.supported_engines:
        if engine == "none" or (engine == "qnnpack" and "onednn" in torch.backends.quantized.supported_engines):
            continue
        torch.backends.quantized.engine = engine
        for name, module in (("products", False), ("module", True)):
            try:
                model = torch.quantization.quantize_dynamic(MiniLm(module).eval(), {nn.Linear}, dtype=torch.qint8)
                forms["bytes-%s-%s" % (engine, name)] = measure(model, x, squares)
            except RuntimeError as err:  # an engine may be listed and yet not work here
                print("torch_peer: bytes by %s: %s" % (engine, str(err).splitlines()[0]), file=sys.stderr)
    return forms


def export_onnx(path):
    x = torch.randn(BATCH, MiniLm.ROWS, MiniLm.D)
    torch.onnx.export(MiniLm(False).eval(), x, path, input_names=["x"], output_names=["y"], opset_version=14)


def squares(y):
    return (y * y).sum()


def full(how, everywhere):
    model = nn.Sequential(Encoder(how), Decoder(how, everywhere))
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-4, eps=1e-6, weight_decay=0.1,
                                  foreach=True)
    return measure(model, torch.randn(BATCH, LONGEST, D), lambda y: y, optimiser)


def run(name):
    if name == "decode":
        return decode()
    memory = torch.randn(BATCH, LONGEST, D)
    if name == "full":
        return {"released": full("expand", True), "pair": full("pair", False),
                "table": full("table", False)}
    if name == "rat":
        return {how: measure(Encoder(how), memory, squares) for how in ("pair", "table")}
    if name == "astormer":
        return {how: measure(Decoder(how, False), memory, lambda y: y) for how in ("pair", "table")}
    x = torch.randn(BATCH, MiniLm.ROWS, MiniLm.D)
    forms = {"products": measure(MiniLm(False), x, squares), "module": measure(MiniLm(True), x, squares)}
    return {**forms, **in_bytes(x)} if options.infer else forms


if options.onnx:
    export_onnx(options.onnx)
    sys.exit()
results = {"torch": torch.__version__, "threads": options.threads, "shapes": {}}
for shape in options.only.split(","):
    results["shapes"][shape] = run(shape)
    if not options.json:
        for form, seconds in results["shapes"][shape].items():
            if shape == "decode":
                print("decode    %-9s %6.1f ms a question of %d steps, %.1f questions/s" % (
                    form, 1000 * seconds["seconds"], options.steps, 1 / seconds["seconds"]))
                continue
            trained = "" if options.infer else "train %6.1f samples/s (%.3f s)   " % (
                BATCH / seconds["train"], seconds["train"])
            print("%-9s %-9s %sinfer %7.1f samples/s" % (shape, form, trained, BATCH / seconds["infer"]),
                  flush=True)
if options.json:
    print(json.dumps(results))
