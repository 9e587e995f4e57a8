// MiniLM of `torch_peer.py --onnx FILE` in ONNX Runtime on one thread: the best step, in processor seconds, as JSON.
// usage: node bench/onnx_peer.js FILE SECONDS   (NODE_PATH holds onnxruntime-node)
const ort = require('onnxruntime-node');
const [file, seconds] = process.argv.slice(2);

const spent = () => {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1e6;
};

(async () => {
  const session = await ort.InferenceSession.create(file, {
    intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all',
  });
  const shape = [20, 95, 384];
  const values = Float32Array.from({length: 20 * 95 * 384}, (_, i) => Math.sin(i * 12.9898));
  const feeds = {x: new ort.Tensor('float32', values, shape)};
  await session.run(feeds); // the first one allocates
  let best = Infinity, total = 0, steps = 0;
  while (total < Number(seconds) || steps < 3) {
    const before = spent();
    await session.run(feeds);
    const took = spent() - before;
    best = Math.min(best, took);
    total += took;
    steps += 1;
  }
  console.log(JSON.stringify({seconds: best, steps, version: ort.env.versions.node}));
})();
