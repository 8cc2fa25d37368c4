import { describe, expect, test } from 'vitest';
import { checkSteps, type JsonSchema } from '../../src/index.ts';
import { findAny } from '../fakes.ts';

const closed = (properties: Record<string, JsonSchema>, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const text: JsonSchema = { type: 'string' };
const list = (items: JsonSchema, more: object = {}): JsonSchema => ({
  type: 'array',
  items,
  ...more,
});

const channel = closed({
  id: text,
  name: text,
  topic: { anyOf: [text, { type: 'null' }] },
  overwrites: list(closed({ id: text, allow: text })),
  parent: { oneOf: [{ $ref: '#/$defs/channel' }, { type: 'null' }] },
  position: { type: 'integer' },
});

const output = closed(
  {
    channels: list({ $ref: '#/$defs/channel' }),
    by_name: { type: 'object', additionalProperties: { $ref: '#/$defs/channel' } },
    open: { type: 'object', properties: { known: text } },
    anything: {},
    nothing: closed({}),
    pair: { type: 'array', prefixItems: [text, closed({ x: text })], items: false },
    old_pair: { type: 'array', items: [text, closed({ x: text })], additionalItems: false },
    few: list(text, { maxItems: 3 }),
    lists: list(list(closed({ x: text }))),
    either: { anyOf: [closed({ a: text }), closed({ b: list(text) })] },
    all: {
      allOf: [
        { type: 'object', properties: { a: text } },
        { type: 'object', properties: { b: text } },
      ],
    },
    strict: { allOf: [closed({ a: text }), { type: 'object' }] },
    nullable: { type: ['object', 'null'], properties: { x: text }, additionalProperties: false },
    pattern: closed({ a: text }, { patternProperties: { '^x_': closed({ y: text }) } }),
    external: { $ref: 'https://example.com/schema.json' },
    dangling: { $ref: '#/$defs/nope' },
    never: false,
    loop: { $ref: '#/$defs/loop' },
    node: { $ref: '#/$defs/node' },
  },
  {
    $defs: {
      channel,
      loop: { $ref: '#/$defs/loop' },
      node: closed({ value: text, next: { $ref: '#/$defs/node' }, 'a/b~c': text }),
      tricky: { $ref: '#/$defs/node' },
    },
  },
);

function problems(expression: string, schema: JsonSchema | null = output): readonly string[] {
  const { issues } = checkSteps(
    [
      { id: 'r', tool: 'channels_list', args: {} },
      { tool: 'send', args: { x: `{{${expression}}}` } },
    ],
    findAny(schema === null ? {} : { channels_list: schema }),
  );
  return issues.map(({ message }) => message);
}

describe('a path that the published result can have passes', () => {
  test.each([
    'r',
    'r.channels',
    'r.channels[0].id',
    'r.channels[9999].overwrites[0].allow',
    'r.channels[0].parent.parent.parent.name',
    'r.channels[0].topic',
    'r.by_name.whatever.name',
    'r.open.known',
    'r.open.unknown.deeper[0]',
    'r.anything.at[3].all',
    'r.pair[1].x',
    'r.old_pair[1].x',
    'r.few[2]',
    'r.lists[0][0].x',
    'r.either.a',
    'r.either.b[0]',
    'r.all.a',
    'r.all.b',
    'r.all.other',
    'r.strict.a',
    'r.nullable.x',
    'r.pattern.a',
    'r.pattern.x_1.y',
    'r.external.a.b',
    'r.dangling.a.b',
    'r.loop.a.b',
    `r.node${'.next'.repeat(100)}.value`,
    'r.node."a/b~c"',
    "r.channels[?name=='general'] | [0].id",
    'r.channels[*].overwrites[*].allow',
    'r.channels[].overwrites[].allow',
    'r.lists[][].x',
    'r.lists[].x',
    'r.channels[:2].id',
    'r.channels[-1].id',
    'sort_by(r.channels, &position)[0].name',
    'max_by(r.channels, &position).name',
    'map(&name, r.channels)[0]',
    'map(&overwrites, r.channels)[0][0].id',
    'r.channels[*].{n: name, i: id}.anything',
    'keys(r.by_name)[0]',
    'values(r.by_name)[0].anything',
    'r.by_name.*.anything',
    "r.open.maybe || 'none'",
    'length(r.channels)',
    '@.r.channels',
    '[r.channels][0].anything',
  ])('%s', (expression) => {
    expect(problems(expression)).toEqual([]);
  });
});

describe('a path that it cannot have is refused before anything runs', () => {
  test.each([
    ['r.chanels', 'channels_list never gives chanels in r. It has: channels, by_name,'],
    ['r.chanels', 'Did you mean channels?'],
    ['r.channels[0].nme', 'never gives nme in r.channels[0]. It has: id, name, topic,'],
    ['r.channels.id', 'never gives id in r.channels. It has no fields'],
    ['r.channels[0].id.x', 'never gives x in r.channels[0].id'],
    ['r.channels[0].parent.nope', 'never gives nope in r.channels[0].parent. It has: id,'],
    ['r.channels[0].topic.x', 'never gives x in'],
    ['r[0]', 'gives no list at r, or none that long: there is no r[0]'],
    ['r.by_name.x.nope', 'never gives nope in r.by_name.x'],
    ['r.nothing.x', 'It has no fields'],
    ['r.pair[2]', 'there is no r.pair[2]'],
    ['r.pair[0].x', 'never gives x in r.pair[0]'],
    ['r.old_pair[2]', 'there is no r.old_pair[2]'],
    ['r.few[3]', 'there is no r.few[3]'],
    ['r.either.c', 'never gives c in r.either. It has: a, b.'],
    ['r.strict.b', 'never gives b in r.strict'],
    ['r.nullable.y', 'never gives y in r.nullable'],
    ['r.pattern.x_1.z', 'never gives z in r.pattern.x_1'],
    ['r.never', 'never gives never in r'],
    ['r.node.next.next.nope', 'never gives nope in r.node.next.next'],
    ["r.channels[?nme=='general'] | [0].id", 'never gives nme in r.channels[0]'],
    ["r.channels[?name=='general'] | [0].ident", 'never gives ident in r.channels[0]'],
    ['r.channels[*].nope', 'never gives nope'],
    ['r.channels[].overwrites[].nope', 'never gives nope'],
    ['r.lists[][].y', 'never gives y'],
    ['r.lists[].y', 'never gives y'],
    ['r.channels[:2].nope', 'never gives nope'],
    ['r.open[*]', 'channels_list gives no list at r.open'],
    ['r.channels[0].id[?x]', 'gives no list at r.channels[0].id'],
    ['sort_by(r.channels, &nope)', 'never gives nope'],
    ['sort_by(r.channels, &name)[0].nope', 'never gives nope'],
    ['max_by(r.channels, &position).nope', 'never gives nope'],
    ['map(&nope, r.channels)', 'never gives nope'],
    ['map(&overwrites, r.channels)[0][0].nope', 'never gives nope'],
    ['r.channels[*].{n: nope}', 'never gives nope'],
    ['r.channels[0].[id, nope]', 'never gives nope'],
    ["r.nope || 'none'", 'never gives nope'],
    ["contains(r.nope, 'x')", 'never gives nope'],
    ['@.r.nope', 'never gives nope'],
    ['!(r.nope)', 'never gives nope'],
    ['r.nope == `1`', 'never gives nope'],
  ])('%s', (expression, message) => {
    const found = problems(expression);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`{{${expression}}}: `);
    expect(found[0]).toContain(message);
  });

  test('in a condition too', () => {
    const { issues } = checkSteps(
      [
        { id: 'r', tool: 'channels_list', args: {} },
        { tool: 'send', args: {}, if: 'r.chanels' },
      ],
      findAny({ channels_list: output }),
    );
    expect(issues[0]?.message).toMatch(
      /^if: \{\{r\.chanels\}\}: channels_list never gives chanels/,
    );
  });

  test('and under the name of a variable', () => {
    const { issues } = checkSteps(
      [
        { tool: 'channels_list', args: {}, save_as: 'all' },
        { tool: 'send', args: { x: '{{all.chanels}} {{step_0.channels}}' } },
      ],
      findAny({ channels_list: output }),
    );
    expect(issues.map(({ message }) => message)).toEqual([
      expect.stringContaining('never gives chanels in all'),
    ]);
  });
});

test('without a published schema, every path is accepted', () => {
  expect(problems('r.any[0].thing', null)).toEqual([]);
  expect(problems('r.any[0].thing', true)).toEqual([]);
  expect(problems('r.any[0].thing', {})).toEqual([]);
});

describe('a hostile schema costs little and refuses nothing', () => {
  test('alternatives that double at every level', () => {
    const $defs: Record<string, JsonSchema> = { d40: { type: 'object' } };
    for (let level = 0; level < 40; level += 1) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      $defs[`d${level}`] = { anyOf: [next, next], allOf: [next, next] };
    }
    expect(problems('r.a.b', { $ref: '#/$defs/d0', $defs })).toEqual([]);
  });

  test('a reference to itself, and names of Object.prototype', () => {
    expect(problems('r.a', { $ref: '#' })).toEqual([]);
    expect(problems('r.a', { $ref: '#/constructor/prototype' })).toEqual([]);
    expect(problems('r.a', { $ref: '#/%zz' })).toEqual([]);
    expect(problems('r.constructor', closed({ a: text }))).toHaveLength(1);
    expect(problems('r.toString', closed({ a: text }))).toHaveLength(1);
  });

  test('a pattern is never run', () => {
    const patternProperties = { '^(a+)+$': closed({ y: text }) };
    const schema = closed({}, { patternProperties });
    expect(problems(`r.${'a'.repeat(60)}b`, schema)).toEqual([]);
  });
});
