/**
 * The first program that runs inside the interpreter, before any code of a user. It takes away
 * whatever differs from run to run, freezes everything else, so that no record can leave something
 * behind for the next, and gives a function `prepare(code, options)`. What that gives takes a record as
 * JSON and answers with one letter (see `to-outcome.ts`) and a text.
 *
 * What it uses after it gave control to the user's code cannot have been changed: it is either held
 * in a constant here, or frozen.
 */
export const sandboxProgram: string = `(() => {
  'use strict';
  const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const { apply, construct, ownKeys } = Reflect;
  const { parse, stringify } = JSON;
  const { isArray } = Array;

  const allowed = new Set([
    'AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'BigUint64Array',
    'Boolean', 'DataView', 'Date', 'Error', 'EvalError', 'Float16Array', 'Float32Array',
    'Float64Array', 'Function', 'Infinity', 'Int16Array', 'Int32Array', 'Int8Array',
    'InternalError', 'Iterator', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object', 'Promise',
    'Proxy', 'RangeError', 'ReferenceError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol',
    'SyntaxError', 'TypeError', 'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array',
    'Uint8ClampedArray', 'WeakMap', 'WeakSet', 'decodeURI', 'decodeURIComponent', 'encodeURI',
    'encodeURIComponent', 'escape', 'eval', 'globalThis', 'isFinite', 'isNaN', 'parseFloat',
    'parseInt', 'undefined', 'unescape',
  ]);
  for (const key of ownKeys(globalThis)) if (!allowed.has(key)) delete globalThis[key];
  delete Error.prepareStackTrace;
  delete Error.stackTraceLimit;

  const noClock = () => {
    throw new TypeError('there is no clock here: take the time from a field of the record');
  };
  const ClockedDate = Date;
  const TimelessDate = function (...parts) {
    if (!new.target || parts.length === 0) noClock();
    return construct(ClockedDate, parts, new.target);
  };
  defineProperty(TimelessDate, 'name', { value: 'Date' });
  defineProperty(TimelessDate, 'length', { value: 7 });
  TimelessDate.prototype = ClockedDate.prototype;
  TimelessDate.parse = ClockedDate.parse;
  TimelessDate.UTC = ClockedDate.UTC;
  TimelessDate.now = noClock;
  ClockedDate.prototype.constructor = TimelessDate;
  globalThis.Date = TimelessDate;
  Math.random = () => {
    throw new TypeError('there is no randomness here: equal records give equal results');
  };

  const frozen = new Set();
  const waiting = [
    globalThis,
    async () => {},
    function* () {},
    async function* () {},
    (function* () {})(),
    (async function* () {})(),
    [][Symbol.iterator](),
    ''[Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    'a'.matchAll(/a/g),
    [].values().map((value) => value),
    Iterator.from({ next() {} }),
    Iterator.concat?.([]),
    getOwnPropertyDescriptor(function () { return arguments; }(), 'callee').get,
  ];
  while (waiting.length > 0) {
    const value = waiting.pop();
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || frozen.has(value)) continue;
    frozen.add(value);
    freeze(value);
    waiting.push(getPrototypeOf(value));
    for (const key of ownKeys(value)) {
      const property = getOwnPropertyDescriptor(value, key);
      waiting.push(property.value, property.get, property.set);
    }
  }

  const { toISOString } = ClockedDate.prototype;
  const maximumMessage = 500;

  const shorten = (text) =>
    text.length > maximumMessage ? text.slice(0, maximumMessage) + '…' : text;

  class Refusal {
    constructor(message) {
      this.message = message;
    }
  }
  freeze(Refusal.prototype);
  const refuse = (message) => {
    throw new Refusal(message);
  };

  const describe = (error) => {
    try {
      if (error instanceof Refusal) return 'r' + error.message;
      if (typeof error !== 'object' || error === null) return 'xthrew ' + shorten(String(error));
      const { name, message } = error;
      const text = typeof message === 'string' && message !== '' ? ': ' + shorten(message) : '';
      const kind = typeof name === 'string' ? shorten(name) : 'an object';
      return 'xthrew ' + kind + text;
    } catch {
      return 'xthrew a value that cannot be described';
    }
  };

  const typeOf = (value) => {
    if (value === null) return 'null';
    if (isArray(value)) return 'an array';
    if (typeof value === 'object') return 'an object';
    return typeof value === 'undefined' ? 'undefined' : 'a ' + typeof value;
  };

  return (code, { isFilter, isExpression, outputLength, depth: maximumDepth }) => {
    const within = (name) => (name === '' ? '' : ' in ' + shorten(name));

    // Copies what is JSON, reading every property once, and refuses the rest. A list has the name of
    // the field that holds it.
    const copy = (value, name, depth) => {
      const type = typeof value;
      if (type === 'string' || type === 'boolean' || value === null) return value;
      if (type === 'number' && value - value === 0) return value;
      if (type !== 'object') {
        refuse('gave ' + (type === 'number' ? value : typeOf(value)) + within(name) + ', which is not JSON');
      }
      if (depth === maximumDepth) {
        refuse('gave a result that is nested deeper than ' + maximumDepth + ' levels, or contains itself');
      }
      return isArray(value) ? copyList(value, name, depth + 1) : copyObject(value, name, depth + 1);
    };

    const copyList = (value, name, depth) => {
      const list = [];
      const { length } = value;
      if (length > outputLength) refuse(tooLong);
      for (let index = 0; index < length; index += 1) {
        const item = value[index];
        list[index] = typeof item === 'string' ? item : copy(item, name, depth);
      }
      return list;
    };

    const copyObject = (value, name, depth) => {
      const prototype = getPrototypeOf(value);
      if (prototype === ClockedDate.prototype) return apply(toISOString, value, []);
      if (prototype !== Object.prototype && prototype !== null) {
        const kind = prototype.constructor?.name;
        refuse(
          'gave a ' + (typeof kind === 'string' && kind !== '' ? shorten(kind) : 'special object') +
            within(name) + ', which is not JSON: give a plain object or array',
        );
      }
      const object = { __proto__: null };
      for (const key in value) {
        const property = value[key];
        // Most are texts, and a call is dear here.
        if (typeof property === 'string') object[key] = property;
        else if (property !== undefined) object[key] = copy(property, key, depth);
      }
      return object;
    };

    const tooLong = 'gave more than ' + outputLength + ' characters of JSON for one record';
    const expected = '; return an object, an array of objects, or null to drop the record';

    const copyRecord = (value, hint) => {
      if (typeof value !== 'object' || value === null || isArray(value)) {
        refuse('gave ' + typeOf(value) + hint);
      }
      const copied = copy(value, '', 0);
      if (typeof copied !== 'object') refuse('gave a Date' + hint);
      return copied;
    };

    const toValues = (result) => {
      if (!isArray(result)) return [copyRecord(result, expected)];
      const values = [];
      const { length } = result;
      if (length > outputLength) refuse(tooLong);
      for (let index = 0; index < length; index += 1) {
        values[index] = copyRecord(result[index], ' as item ' + index + '; every item must be an object');
      }
      return values;
    };

    const refusePromise = (result) => {
      if (typeof result === 'object' && result instanceof Promise) {
        refuse('gave a promise; write it without async, await and then');
      }
    };

    const judge = (result) => {
      if (typeof result === 'number' && result !== result) refuse('gave NaN, which is neither true nor false');
      if (typeof result === 'function' || typeof result === 'symbol' || typeof result === 'bigint') {
        refuse('gave ' + typeOf(result) + '; return true to keep the record or false to drop it');
      }
      return result ? 'k' : 'd';
    };

    const shape = (result) => {
      if (result === null) return 'd';
      const text = stringify(toValues(result));
      if (text.length > outputLength) refuse(tooLong);
      return 'v' + text;
    };

    return (recordText, incomingText) => {
      try {
        const record = parse(recordText);
        const incoming = incomingText === undefined ? undefined : parse(incomingText);
        let result = apply(code, undefined, [record, incoming]);
        if (isExpression && typeof result === 'function') {
          result = apply(result, undefined, [record, incoming]);
        }
        refusePromise(result);
        return isFilter ? judge(result) : shape(result);
      } catch (error) {
        return describe(error);
      }
    };
  };
})()`;
