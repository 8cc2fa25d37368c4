import type { OpenTransform } from '@guildline/pipeline-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TransformJS } from '../../src/index.ts';
import { defineJavaScriptTransform } from '../../src/javascript/javascript-transform.ts';
import { javaScriptLimits } from '../../src/javascript/limits.ts';
import { transformJSDeclaration } from '../../src/javascript/transform-js.ts';
import { applyOnce, createPorts, toMessage } from '../apply.ts';

/** Every record brings the code that runs for it: hundreds of attacks on one worker. */
const code = 'return eval(record.code)';

/** The same with time for a walk over everything. */
const patient = defineJavaScriptTransform(transformJSDeclaration, {
  ...javaScriptLimits,
  softTime: 20_000,
  hardTime: 40_000,
});

let open: OpenTransform;
beforeAll(async () => {
  open = await TransformJS.open({ code }, createPorts());
});
afterAll(() => open.close());

async function run(...codes: readonly string[]): Promise<readonly string[]> {
  const records = codes.map((text) => ({ code: text }));
  return (await open.apply(records, records)).map(toMessage);
}

/** Runs an attack between two harmless records, which must not notice it. */
async function attack(text: string): Promise<string> {
  const [before, message, after] = await run('({ ok: 1 })', text, '({ ok: 2 })');
  expect([before, after]).toEqual(['gave [{"ok":1}]', 'gave [{"ok":2}]']);
  return message ?? '';
}

describe('the host is out of reach', () => {
  test.each([
    'process',
    'require("fs")',
    'module',
    'fetch("http://localhost")',
    'setTimeout(() => 1)',
    'queueMicrotask(() => 1)',
    'WebAssembly',
    'SharedArrayBuffer',
    'Atomics',
    'WeakRef',
    'FinalizationRegistry',
    'performance.now()',
    'console.log(1)',
    'print(1)',
    'std.gc()',
    'os',
    'constructor.constructor("return process")()',
    '[].constructor.constructor("return process.env")()',
    '(async () => {}).constructor("return process")().then; Function("return process")()',
    'Object.getPrototypeOf(function* () {}).constructor("return process")().next()',
    'new Function("return this.process.exit()")()',
    '(0, eval)("process")',
    'Reflect.construct(Function, ["return process"])()',
  ])('%s', async (text) => {
    expect(await attack(text)).toMatch(/^The JavaScript threw (ReferenceError|TypeError): /);
  });

  test('no import finds a module', async () => {
    expect(await attack('import("node:fs")')).toContain('without async');
    expect(
      await attack('import("fs").then((fs) => fs.readFileSync("/etc/passwd")), ({})'),
    ).toContain('asynchronous work');
  });

  test('a walk over everything that can be reached finds only the language', async () => {
    const walk = `
      const seen = new Set(), strange = [];
      const visit = (value, path) => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
        if (seen.has(value)) return;
        seen.add(value);
        if (/process|require|module|env|worker|fetch|node/i.test(path)) strange.push(path);
        for (const key of Reflect.ownKeys(value)) {
          const { value: inner, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
          for (const next of [inner, get, set]) visit(next, path + '.' + String(key));
        }
        visit(Object.getPrototypeOf(value), path + '.proto');
      };
      visit(globalThis, 'globalThis');
      ({ count: seen.size > 500, strange });`;
    expect(await applyOnce(patient, { code }, [{ code: walk }])).toEqual([
      { values: [{ count: true, strange: [] }] },
    ]);
  });

  test('a stack trace shows no path of the host', async () => {
    expect(await attack('({ stack: new Error("x").stack })')).not.toMatch(/node|home|work|file:/);
    const trick = 'Error.prepareStackTrace = (error, frames) => frames; ({})';
    expect(await attack(trick)).toContain('TypeError');
  });
});

describe('nothing is left behind for the next record', () => {
  test.each([
    ['a global', 'globalThis.leak = 1', 'typeof leak'],
    ['an undeclared name', 'Function("leak = 1")()', 'typeof leak'],
    ['a declaration by indirect eval', '(0, eval)("let leak = 1; const more = 2")', 'typeof leak'],
    ['a function by indirect eval', '(0, eval)("function leak() {}")', 'typeof leak'],
    ['a property of Object.prototype', 'Object.prototype.leak = 1', 'typeof ({}).leak'],
    ['a property of Array.prototype', 'Array.prototype.leak = 1', 'typeof [].leak'],
    ['another built-in function', 'JSON.parse = () => 1', 'JSON.parse("2")'],
    ['a property of a function', 'Math.max.leak = 1', 'typeof Math.max.leak'],
    ['another prototype', 'Object.setPrototypeOf(Array.prototype, { leak: 1 })', 'typeof [].leak'],
    ['__proto__', '({}).__proto__.leak = 1', 'typeof ({}).leak'],
    [
      'a getter',
      'Object.defineProperty(Map.prototype, "leak", { get: () => 1 })',
      'typeof new Map().leak',
    ],
    ['an old accessor', 'Error.stackTraceLimit = 0', 'typeof Error.stackTraceLimit'],
    [
      'a generator prototype',
      'Object.getPrototypeOf(function* () {}).leak = 1',
      'typeof (function* () {}).leak',
    ],
    ['an iterator prototype', '[].values().__proto__.leak = 1', 'typeof [].values().leak'],
    ['a matched text', '/(le)ak/.test("leak")', 'typeof RegExp.$1'],
    ['the function itself', 'Function("return arguments.callee.caller")().leak = 1', 'typeof leak'],
  ])('%s', async (_, leave, look) => {
    const looking = `({ found: ${look} })`;
    const [clean] = await run(looking);
    const [, found] = await run(`try { ${leave} } catch {} ({})`, looking);
    expect(found).toBe(clean);
  });

  test('every object that the language holds is frozen', async () => {
    const walk = `
      const seen = new Set(), thawed = [];
      const visit = (value, path) => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
        if (seen.has(value)) return;
        seen.add(value);
        if (!Object.isFrozen(value)) thawed.push(path);
        for (const key of Reflect.ownKeys(value)) {
          const { value: inner, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
          for (const next of [inner, get, set]) visit(next, path + '.' + String(key));
        }
        visit(Object.getPrototypeOf(value), path + '.proto');
      };
      visit(globalThis, 'globalThis');
      const own = [(async () => {}), function* () {}, async function* () {}, [].values(), [].keys(),
        ''[Symbol.iterator](), new Map().keys(), new Set().keys(), 'a'.matchAll(/a/g), [].values().map(String),
        Iterator.from({ next() {} }), Object.getPrototypeOf((function* () {})()), Object.getPrototypeOf((async function* () {})()), Promise.resolve(), new Proxy({}, {})];
      for (const value of own) visit(Object.getPrototypeOf(value), 'own');
      ({ thawed });`;
    expect(await applyOnce(patient, { code }, [{ code: walk }])).toEqual([
      { values: [{ thawed: [] }] },
    ]);
  });

  test('asynchronous work fails its record and never runs later', async () => {
    const later = 'Promise.resolve().then(() => { throw 1 }), { a: 1 }';
    expect(await attack(`(${later})`)).toContain('leaves asynchronous work behind');
    expect(await attack('(async () => { for (;;) await 1 })(), ({ a: 1 })')).toContain(
      'asynchronous work',
    );
  });

  test('garbage in circles takes no memory from the next record', async () => {
    const circles =
      'const list = []; for (let i = 0; i < 90; i += 1) { const a = new Array(16000).fill(0.5); a[0] = a; list.push(a) } ({ kept: list.length })';
    const records = Array.from({ length: 6 }, () => ({ code: circles }));
    const outcomes = await applyOnce(patient, { code }, records);
    expect(outcomes).toEqual(records.map(() => ({ values: [{ kept: 90 }] })));
  });
});

describe('limits', () => {
  test.each([
    ['an endless loop', 'for (;;);', /took longer than 50 ms/],
    [
      'a loop that catches everything',
      'for (;;) { try { for (;;); } catch {} finally { continue } }',
      /took longer than 50 ms/,
    ],
    [
      'a regular expression without an end',
      '/(a+)+$/.test("a".repeat(40) + "b")',
      /took longer than 50 ms|memory/,
    ],
    [
      'endless generators',
      'for (const x of (function* () { for (;;) yield 1 })());',
      /took longer than 50 ms/,
    ],
    ['a getter that never returns', '({ get a() { for (;;); } })', /took longer than 50 ms/],
    [
      'a proxy without an end',
      'new Proxy({}, { ownKeys() { for (;;); } })',
      /took longer than 50 ms/,
    ],
    [
      'a message that never comes',
      'throw { get message() { for (;;); } }',
      /took longer than 50 ms/,
    ],
    [
      'a memory bomb',
      'const list = []; for (;;) list.push(new Array(10000).fill(1.5));',
      /memory|50 ms/,
    ],
    ['a text bomb', '"x".repeat(5e8)', /memory/],
    ['a list bomb', 'new Uint8Array(5e8)', /memory|length/],
    ['endless calls', 'const f = () => f() + 1; f()', /call stack/],
    ['endless toString', 'const o = { toString() { return "" + o } }; "" + o', /call stack/],
    ['deeply nested source', '"[".repeat(1e5) && eval("[".repeat(1e5))', /call stack|50 ms/],
    ['deeply nested JSON', 'JSON.parse("[".repeat(1e5))', /call stack|50 ms/],
    [
      'a deep result',
      'let a = {}; for (let i = 0; i < 1000; i += 1) a = { a }; a',
      /nested deeper than 64 levels/,
    ],
    ['a circle', 'const a = {}; a.a = [a]; a', /contains itself/],
    ['a huge result', '({ a: "x".repeat(262144) })', /more than 262144 characters/],
    ['a long list', 'Array.from({ length: 300000 }, () => 1)', /more than 262144 characters|50 ms/],
    ['a list with holes', 'new Array(1e9)', /more than 262144 characters/],
    [
      'a graph that prints exponentially',
      'let a = { v: 1 }; for (let i = 0; i < 40; i += 1) a = { a, b: a }; a',
      /50 ms|262144|memory/,
    ],
  ])('%s', async (_, text, expected) => {
    expect(await attack(text)).toMatch(expected);
  });

  test('a text of 262,144 characters of JSON passes, one more does not', async () => {
    const envelope = '[{"a":""}]'.length;
    const [fits, tooLong] = await run(
      `({ a: 'x'.repeat(${262_144 - envelope}) })`,
      `({ a: 'x'.repeat(${262_144 - envelope + 1}) })`,
    );
    expect(fits).toMatch(/^gave \[/);
    expect(tooLong).toContain('more than 262144');
  });
});

describe('what a result may be', () => {
  test.each([
    ['undefined', 'undefined', 'gave undefined; return an object'],
    ['a number', '1', 'gave a number; return an object'],
    ['a text', '"a"', 'gave a string; return an object'],
    ['a date', 'new Date(0)', 'gave a Date; return an object'],
    ['a promise', '(async () => ({}))()', 'gave a promise'],
    ['NaN inside', '({ a: { b: NaN } })', 'gave NaN in b, which is not JSON'],
    ['Infinity inside', '({ a: [1, -Infinity] })', 'gave -Infinity in a, which is not JSON'],
    ['a function inside', '({ a: () => 1 })', 'gave a function in a'],
    ['a symbol inside', '({ a: Symbol("x") })', 'gave a symbol in a'],
    ['a bigint inside', '({ a: 1n })', 'gave a bigint in a'],
    ['undefined in a list', '({ a: [undefined] })', 'gave undefined in a'],
    ['a promise inside', '({ a: Promise.resolve(1) })', 'gave a Promise in a'],
    ['a Map inside', '({ a: new Map() })', 'gave a Map in a'],
    ['a boxed text', '({ a: new String("x") })', 'gave a String in a'],
    ['an object of a class', 'class A {}; ({ a: new A() })', 'gave a A in a'],
    ['a toJSON of its own', '({ a: { toJSON: () => 1 } })', 'gave a function in toJSON'],
    ['an item that is no object', '[{ a: 1 }, null]', 'gave null as item 1'],
    ['a list in a list', '[[{}]]', 'gave an array as item 0'],
    [
      'a proxy that lies about its length',
      'new Proxy([], { get: (_, key) => key === "length" ? 2 : 1n })',
      'gave a bigint as item 0',
    ],
  ])('%s is refused', async (_, text, expected) => {
    expect(await attack(text)).toContain(expected);
  });

  test.each([
    ['fields that are undefined are left out', '({ a: 1, b: undefined })', '[{"a":1}]'],
    [
      'a date inside becomes text',
      '({ a: new Date("2026-11-30T12:00:00Z") })',
      '[{"a":"2026-11-30T12:00:00.000Z"}]',
    ],
    ['null drops', 'null', '[]'],
    ['an empty list drops', '[]', '[]'],
    ['a list fans out', '[{ a: 1 }, { a: 2 }]', '[{"a":1},{"a":2}]'],
    ['ids stay texts', '({ id: "123456789012345678" })', '[{"id":"123456789012345678"}]'],
    [
      'a field __proto__ is a field',
      'JSON.parse(\'{"__proto__":{"a":1}}\')',
      '[{"__proto__":{"a":1}}]',
    ],
    ['letters of every kind pass', '({ a: "\\u0000é😀\\ud800" })', '[{"a":"\\u0000é😀\\ud800"}]'],
    [
      'a getter is read once',
      '(() => { let n = 0; return { get a() { return (n += 1) } } })()',
      '[{"a":1}]',
    ],
  ])('%s', async (_, text, expected) => {
    expect(await attack(text)).toBe(`gave ${expected}`);
  });
});

describe('what is thrown', () => {
  test.each([
    ['throw new RangeError("too far")', 'threw RangeError: too far.'],
    ['throw "a text"', 'threw a text.'],
    ['throw null', 'threw null.'],
    ['throw Symbol("x")', 'threw Symbol(x).'],
    ['throw { toString: null }', 'threw an object.'],
    [
      'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })',
      'threw a value that cannot be described.',
    ],
    ['throw new Error("x".repeat(10000))', `threw Error: ${'x'.repeat(500)}….`],
    ['throw { get name() { throw 1 } }', 'threw a value that cannot be described.'],
    [
      'throw Object.defineProperty(() => 1, "toString", { value() { throw 1 } })',
      'threw a value that cannot be described.',
    ],
  ])('%s', async (text, expected) => {
    expect(await attack(text)).toContain(expected);
  });
});

describe('no clock and no randomness', () => {
  test.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'Reflect.construct(Date, [])',
    'new (class extends Date { constructor() { super() } })()',
    'new Date(0).constructor.now()',
    'new (Object.getPrototypeOf(new Date(0)).constructor)()',
    'Math.random()',
  ])('%s', async (text) => {
    expect(await attack(text)).toMatch(/there is no (clock|randomness) here/);
  });

  test('dates that say their time work, in UTC', async () => {
    expect(
      await attack(
        'const d = new Date(2026, 10, 30); ({ iso: d.toISOString(), zone: d.getTimezoneOffset(), parsed: Date.parse("2026-11-30"), utc: Date.UTC(2026, 0), is: d instanceof Date, name: Date.name })',
      ),
    ).toBe(
      'gave [{"iso":"2026-11-30T00:00:00.000Z","zone":0,"parsed":1795996800000,"utc":1767225600000,"is":true,"name":"Date"}]',
    );
  });
});
