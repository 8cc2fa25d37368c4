import { describe, expect, test } from 'vitest';
import { RecordSetToCSVStringSet, RecordToCSVString } from '../../src/index.ts';
import { createPorts, toMessage, withTransform } from '../apply.ts';

async function render(
  values: readonly unknown[],
  settings: Record<string, unknown> = {},
): Promise<{ readonly text: string; readonly messages: readonly string[] }> {
  const ports = createPorts();
  const outcomes = await withTransform(
    RecordSetToCSVStringSet,
    settings,
    async (open) => {
      const given = await open.apply(values, values);
      await open.finish();
      return given;
    },
    ports,
  );
  return { text: ports.chunks.join(''), messages: outcomes.map(toMessage) };
}

describe('the text', () => {
  test('is RFC 4180: a header row, CRLF, and quotes where they are needed', async () => {
    const { text } = await render([
      { name: 'Ann', email: 'ann@example.org', note: 'a, b' },
      { name: 'Bob "the" Builder', email: '', note: 'two\nlines' },
      { name: ' spaces ', email: 'x', note: 'carriage\rreturn' },
    ]);
    expect(text).toBe(
      'name,email,note\r\n' +
        'Ann,ann@example.org,"a, b"\r\n' +
        '"Bob ""the"" Builder",,"two\nlines"\r\n' +
        ' spaces ,x,"carriage\rreturn"\r\n',
    );
  });

  test('rounds nothing and keeps ids', async () => {
    const { text } = await render([
      {
        id: '123456789012345678',
        float: 0.1 + 0.2,
        large: 1e21,
        negative: -5,
        yes: true,
        no: null,
      },
    ]);
    expect(text).toBe(
      'id,float,large,negative,yes,no\r\n123456789012345678,0.30000000000000004,1e+21,-5,true,\r\n',
    );
  });

  test('writes lists and objects as JSON', async () => {
    const { text } = await render([{ roles: ['1', '2'], user: { name: 'a"b' }, at: new Date(0) }]);
    expect(text).toBe(
      'roles,user,at\r\n"[""1"",""2""]","{""name"":""a\\""b""}",1970-01-01T00:00:00.000Z\r\n',
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['\uFF1D1', "'\uFF1D1"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['a=1', 'a=1'],
    ['"=1"', '"""=1"""'],
  ])('guards %j', async (value, written) => {
    const { text } = await render([{ value, end: 1 }]);
    expect(text).toBe(`value,end\r\n${written},1\r\n`);
  });

  test('guards the names of columns too', async () => {
    expect((await render([{ '=cmd()': 1 }])).text).toBe("'=cmd()\r\n1\r\n");
  });

  test('takes another delimiter and a byte order mark', async () => {
    const { text } = await render([{ a: 'x;y', b: 'x,y' }], { delimiter: ';', bom: true });
    expect(text).toBe('\uFEFFa;b\r\n"x;y";x,y\r\n');
  });

  test('has a row even for a single empty cell', async () => {
    expect((await render([{ a: '' }, { a: 'x' }])).text).toBe('a\r\n""\r\nx\r\n');
  });
});

describe('columns', () => {
  test('are the fields of the first record; what a later one lacks is empty', async () => {
    const { text, messages } = await render([{ a: 1, b: 2 }, { b: 3 }, { b: 4, a: 5 }]);
    expect(text).toBe('a,b\r\n1,2\r\n,3\r\n5,4\r\n');
    expect(messages).toEqual(['gave []', 'gave []', 'gave []']);
  });

  test('a record with a field that is no column fails and says what to do', async () => {
    const { text, messages } = await render([{ a: 1 }, { a: 2, extra: 3 }, { a: 4 }]);
    expect(text).toBe('a\r\n1\r\n4\r\n');
    expect(messages[1]).toBe(
      'This record makes no row. Its field "extra" is no column: the first record had none of that name. Name all columns in transformSettings.columns.',
    );
  });

  test('that are chosen leave other fields out, in the order that was asked for', async () => {
    const { text } = await render([{ a: 1, b: 2, c: 3 }], { columns: ['c', 'a', 'toString'] });
    expect(text).toBe('c,a,toString\r\n3,1,\r\n');
  });

  test('a header row is written even if no record came, if the columns are known', async () => {
    expect((await render([], { columns: ['a', 'b'] })).text).toBe('a,b\r\n');
    expect((await render([])).text).toBe('');
  });

  test('a field named __proto__ is a field', async () => {
    expect((await render([JSON.parse('{"__proto__":"x","a":1}')])).text).toBe(
      '__proto__,a\r\nx,1\r\n',
    );
  });
});

describe('what is no record', () => {
  test('fails by itself', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const { text, messages } = await render([
      'text',
      null,
      [1],
      {},
      { a: Number.NaN },
      { a: () => 1 },
      { a: new Date(Number.NaN) },
      { a: circle },
      { a: 1n },
    ]);
    expect(text).toBe('a\r\n1\r\n');
    expect(messages.map((message) => message.replace('This record makes no row. ', ''))).toEqual([
      'It is no object with fields; shape it into a record before.',
      'It is no object with fields; shape it into a record before.',
      'It is no object with fields; shape it into a record before.',
      'It has no fields. Name the columns in transformSettings.columns.',
      'Its field "a" is NaN, which has no text.',
      'Its field "a" is a function, which has no text.',
      'Its field "a" is an invalid date.',
      'Its field "a" is something that is not JSON.',
      'gave []',
    ]);
  });
});

describe('settings', () => {
  test.each([
    [{ columns: [] }, 'columns', 'must be a list of field names'],
    [{ columns: 'a,b' }, 'columns', 'must be a list of field names'],
    [{ columns: ['a', 1] }, 'columns', 'must be a list of field names'],
    [{ columns: ['a', 'b', 'a'] }, 'columns', 'names "a" twice'],
    [{ columns: Array.from({ length: 1001 }, (_, n) => `c${n}`) }, 'columns', 'has 1001 names'],
    [{ delimiter: ',,' }, 'delimiter', 'must be ",", ";", a tab or "|"'],
    [{ bom: 'yes' }, 'bom', 'must be true or false'],
    [{ column: ['a'] }, 'column', 'is unknown; there is columns, delimiter, bom'],
  ])('%j', (settings, name, message) => {
    expect(RecordToCSVString.checkSettings(settings)).toEqual([
      { path: [name], message: expect.stringContaining(message) },
    ]);
  });
});

test('an artifact that is continued in another process is the one of a single run', async () => {
  const records = Array.from({ length: 10 }, (_, n) => ({ n, text: `=${n}` }));
  const whole = (await render(records)).text;
  for (let cut = 0; cut <= records.length; cut += 1) {
    const first = createPorts();
    const state = await withTransform(
      RecordToCSVString,
      {},
      async (open) => {
        const values = records.slice(0, cut);
        if (cut > 0) await open.apply(values, values);
        return JSON.parse(JSON.stringify(await open.suspend?.())) as unknown;
      },
      first,
    );
    const second = createPorts(state);
    await withTransform(
      RecordToCSVString,
      {},
      async (open) => {
        const values = records.slice(cut);
        if (cut < records.length) await open.apply(values, values);
        await open.finish();
      },
      second,
    );
    expect([...first.chunks, ...second.chunks].join('')).toBe(whole);
  }
});

test('long texts leave piece by piece, each before the next is made', async () => {
  const ports = createPorts();
  const values = Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat(10_000) }));
  await withTransform(RecordToCSVString, {}, (open) => open.apply(values, values), ports);
  expect(ports.chunks.length).toBeGreaterThan(10);
  expect(Math.max(...ports.chunks.map(({ length }) => length))).toBeLessThan(80_000);
});

test('the two differ in what they end', () => {
  expect(RecordToCSVString.terminal).toBe('record');
  expect(RecordSetToCSVStringSet.terminal).toBe('set');
  expect(RecordToCSVString.artifact).toEqual({ mediaType: 'text/csv', encoding: 'text' });
});
