import {
  type DataRecord,
  defineTransform,
  identity,
  type Transform,
} from '@guildline/pipeline-core';

/** A terminal that writes each record as a line of JSON, and can go on later. */
const lines: Transform = {
  name: 'RecordSetToLines',
  description: 'Lines of JSON.',
  input: 'Record',
  output: undefined,
  terminal: 'set',
  resumable: true,
  artifact: { mediaType: 'text/csv', encoding: 'text' },
  settings: { type: 'object', properties: {}, additionalProperties: false },
  checkSettings: () => [],
  open: async (_settings, { sink }) => ({
    apply: async (values) => {
      for (const value of values) await sink.write(`${JSON.stringify(value)}\n`);
      return values.map(() => ({ values: [] }));
    },
    suspend: async () => ({}),
    finish: async () => undefined,
    close: async () => undefined,
  }),
};

/** A terminal of bytes, which cannot go on later. */
const bytes: Transform = {
  ...lines,
  name: 'RecordSetToBytes',
  resumable: false,
  artifact: { mediaType: 'application/pdf', encoding: 'base64' },
  open: async (_settings, { sink }) => ({
    apply: async (values) => {
      await sink.write(new Uint8Array(values.map((_, index) => 250 + (index % 6))));
      return values.map(() => ({ values: [] }));
    },
    finish: async () => undefined,
    close: async () => undefined,
  }),
};

/** Makes several records of each. */
const triple: Transform = {
  ...defineTransform({
    name: 'Triple',
    description: 'Each record three times.',
    input: 'object',
    output: 'object',
    settings: { type: 'object', properties: {}, additionalProperties: false },
    checkSettings: () => [],
    prepare: () => (value) => value,
  }),
  open: async () => ({
    apply: async (values) => values.map((value) => ({ values: [value, value, value] })),
    finish: async () => undefined,
    close: async () => undefined,
  }),
};

/** Gives every record another name. */
const named: Transform = defineTransform({
  name: 'Named',
  description: 'Each record with that name.',
  input: 'object',
  output: 'object',
  settings: { type: 'object', properties: { name: { type: 'string' } } },
  checkSettings: () => [],
  prepare: (settings) => (value) => ({ ...(value as DataRecord), ...settings }),
});

export const transforms: readonly Transform[] = [identity, lines, bytes, triple, named];

/** Records as lines of JSON, in place of CSV. */
export async function renderLines(records: readonly DataRecord[]): Promise<string> {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
