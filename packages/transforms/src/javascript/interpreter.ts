import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** What a worker needs to make an interpreter. */
export interface Interpreter {
  readonly corePath: string;
  readonly variantPath: string;
  /** A `WebAssembly.Module`, which all workers share. */
  readonly wasmModule: object;
}

/** The part of WebAssembly that this file uses; the language's own types have none. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let wasmModule: Promise<object> | undefined;

/** Finds the interpreter's files beside this one and compiles it, once in a process. */
export async function loadInterpreter(): Promise<Interpreter> {
  const require = createRequire(import.meta.url);
  wasmModule ??= readFile(require.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm')).then(
    (bytes) => WebAssembly.compile(bytes),
  );
  return {
    corePath: require.resolve('quickjs-emscripten-core'),
    variantPath: require.resolve('@jitl/quickjs-ng-wasmfile-release-sync'),
    wasmModule: await wasmModule,
  };
}
