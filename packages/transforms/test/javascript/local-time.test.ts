import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { javaScriptLimits } from '../../src/javascript/limits.ts';
import { sandboxProgram } from '../../src/javascript/sandbox-program.ts';
import { workerProgram } from '../../src/javascript/worker-program.ts';

const script = `
const { Worker } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const { program, wasmPath, data } = JSON.parse(readFileSync(0, 'utf8'));
const wasmModule = new WebAssembly.Module(readFileSync(wasmPath));
const state = new SharedArrayBuffer(8);
const worker = new Worker(program, { eval: true, workerData: { ...data, wasmModule, state } });
worker.on('message', ({ ready, answers }) => {
  if (ready) return worker.postMessage({ first: 1, records: ['{}'] });
  process.stdout.write(new Date(0).getTimezoneOffset() + answers[0]);
  return worker.terminate();
});`;

test('local time is UTC, wherever the server runs', () => {
  const { resolve } = createRequire(import.meta.url);
  const wasmPath = resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm');
  const data = {
    corePath: resolve('quickjs-emscripten-core'),
    variantPath: resolve('@jitl/quickjs-ng-wasmfile-release-sync'),
    sandboxProgram,
    code: '(function () { return { at: new Date(2026, 0).toISOString() } })',
    options: { isFilter: false, isExpression: false, outputLength: 1000, depth: 8 },
    limits: javaScriptLimits,
  };
  const { stdout } = spawnSync(process.execPath, ['-e', script], {
    input: JSON.stringify({ program: workerProgram, wasmPath, data }),
    env: { TZ: 'Asia/Tokyo' },
    encoding: 'utf8',
  });
  expect(stdout).toBe('-540v[{"at":"2026-01-01T00:00:00.000Z"}]');
});
