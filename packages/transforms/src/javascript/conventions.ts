/** How JavaScript for `TransformJS` and `JSFilter` is written: for the answer of `pipeline_discover`. */
export const javaScriptConventions: string = [
  'transformSettings.code is JavaScript that gives a value for one record. Three forms are accepted:',
  'an expression: { name: record.name, year: record.joined_at.slice(0, 4) }',
  'a function: (record) => record.roles.includes("1234")',
  'a function body with return: const [first] = record.roles; return { ...record, first };',
  '`record` is what came out of this step, `incoming` what came into it (the record before the lookup).',
  'TransformJS: return an object (the new record), an array of objects (one record each) or null (drop). Fields that are undefined are left out, a Date becomes ISO text.',
  'JSFilter: return anything; what JavaScript takes as true keeps the record unchanged.',
  'Keep ids as strings. The code is strict, sees one record at a time, and keeps nothing between records.',
  'There is no clock (new Date(text) works, in UTC; new Date() and Date.now() do not), no Math.random, no network, files, timers, require or import, and no async/await: promises are refused.',
  'Per record: 50 ms, 32 MB, 262,144 characters of JSON, 64 levels. An exception, a limit, or a NaN, promise, function or undefined as result fails that record.',
].join('\n');
