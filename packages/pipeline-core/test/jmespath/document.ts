/** What the tables of standard behaviour are evaluated on. */
export const document: Readonly<Record<string, unknown>> = {
  foo: { bar: { baz: 'qux' }, 'odd name': 1, '': 'empty', '9': 'nine' },
  list: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  people: [
    { name: 'ann', age: 30, tags: ['a', 'b'], team: { id: 1 } },
    { name: 'bob', age: 20, tags: ['b'], team: null },
    { name: 'cid', age: 40, tags: [] },
  ],
  nested: [[1, [2]], [3], 4, [], null],
  numbers: [-1, 3, 4, 5],
  decimals: [1.01, 1.9, -1.5],
  strings: ['b', 'a', 'c'],
  mixed: [1, 'a'],
  map: { x: { v: 1 }, y: { v: 2 }, z: 3 },
  none: null,
  no: false,
  yes: true,
  zero: 0,
  blank: '',
  text: 'Text',
  emptyList: [],
  emptyObject: {},
};
