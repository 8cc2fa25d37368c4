/**
 * The program of the worker thread: it holds the interpreter and nothing else. It is a text because
 * a worker needs a file or a text to start from, and a file would have another path in the sources,
 * in `dist` and inside a bundle. The libraries' paths and the compiled interpreter come as worker data.
 *
 * A batch goes through record by record. `state[0]` is the number of the record in work, 0 between
 * batches, so that whoever ends this worker knows which record it was; `state[1]` asks it to leave the
 * rest of the batch alone.
 */
export const workerProgram: string = `'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { corePath, variantPath, wasmModule, sandboxProgram, code, options, limits } = workerData;
const { newQuickJSWASMModuleFromVariant, newVariant } = require(corePath);
const variant = require(variantPath).default;
const state = new Int32Array(workerData.state);

// Local time inside the interpreter is UTC, wherever this runs.
Date.prototype.getTimezoneOffset = () => 0;

const pages = { initial: 256, maximum: 1024 };
const memorySize = pages.initial * 65536;
let sandbox;

async function createSandbox() {
  const wasmMemory = new WebAssembly.Memory(pages);
  const module = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmModule, wasmMemory }),
  );
  const runtime = module.newRuntime();
  runtime.setMemoryLimit(limits.memory);
  runtime.setMaxStackSize(limits.stack);
  const context = runtime.newContext();
  const prepare = context.unwrapResult(context.evalCode(sandboxProgram, 'sandbox.js'));
  const userCode = context.unwrapResult(context.evalCode(code, 'code.js'));
  const settings = context.unwrapResult(context.evalCode('(' + JSON.stringify(options) + ')'));
  const run = context.unwrapResult(
    context.callFunction(prepare, context.undefined, userCode, settings),
  );
  runtime.setInterruptHandler(isExpired);
  return { wasmMemory, runtime, context, run };
}

// One poll counts for an eighth of the limit at most: a thread that had to wait for the processor
// has not worked.
let spent = 0;
let last = 0;
function isExpired() {
  const now = performance.now();
  spent += Math.min(now - last, limits.softTime / 8);
  last = now;
  return spent > limits.softTime;
}

// Gives what the sandbox answers; 't' for a record that was interrupted, 'l' for one at which the
// interpreter itself gave up. Whatever is not over with the record is thrown away with the sandbox.
function runRecord(record, incoming) {
  const { wasmMemory, runtime, context, run } = sandbox;
  spent = 0;
  last = performance.now();
  let answer;
  try {
    const texts = incoming === undefined ? [record] : [record, incoming];
    const handles = texts.map((text) => context.newString(text));
    const result = context.callFunction(run, context.undefined, ...handles);
    for (const handle of handles) handle.dispose();
    if (!result.error) answer = context.getString(result.value);
    result.dispose();
  } catch {}
  if (answer === undefined) answer = spent > limits.softTime ? 't' : 'l';
  else if (!runtime.hasPendingJob() && wasmMemory.buffer.byteLength === memorySize) return answer;
  sandbox = undefined;
  const isGiven = runtime.hasPendingJob() && /^[kdv]/.test(answer);
  return isGiven ? 'rleaves asynchronous work behind; write it without async, await and then' : answer;
}

async function runBatch({ first, records, incoming }) {
  const answers = [];
  for (const [index, record] of records.entries()) {
    if (Atomics.load(state, 1) === 1) {
      answers.push('c');
      continue;
    }
    if (!sandbox) {
      Atomics.store(state, 0, 0);
      sandbox = await createSandbox();
    }
    Atomics.store(state, 0, first + index);
    answers.push(runRecord(record, incoming && incoming[index]));
  }
  Atomics.store(state, 0, 0);
  parentPort.postMessage({ answers });
}

createSandbox().then(
  (created) => {
    sandbox = created;
    parentPort.on('message', runBatch);
    parentPort.postMessage({ ready: true });
  },
  (error) => parentPort.postMessage({ refused: String(error && error.message) }),
);
`;
