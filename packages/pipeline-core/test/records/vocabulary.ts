import {
  type DataRecord,
  identity,
  type OpenTransform,
  type RecordOperation,
  type RecordResource,
  type RecordVocabulary,
  recordToRecord,
  type Transform,
  type TransformPorts,
  toRecordTransform,
} from '../../src/index.ts';

/** An operation with harmless defaults. */
export function operation(
  name: string,
  parts: Partial<RecordOperation> & { readonly names?: readonly string[] } = {},
): RecordOperation {
  const { names = [], ...rest } = parts;
  return {
    name,
    description: name,
    tool: name.toLowerCase().replaceAll(' ', '_'),
    input: undefined,
    output: undefined,
    iterates: false,
    settings: {
      type: 'object',
      properties: Object.fromEntries(names.map((setting) => [setting, {}])),
    },
    requiredSettings: [],
    effect: 'read',
    destructive: false,
    ...rest,
  };
}

/** A transform that is not opened in the tests that use it, or that passes everything on. */
export function transform(name: string, parts: Partial<Transform> = {}): Transform {
  return {
    name,
    description: name,
    input: undefined,
    output: undefined,
    terminal: 'none',
    settings: { type: 'object', properties: {} },
    checkSettings: () => [],
    open: async () => ({
      apply: async (values) => values.map((value) => ({ values: [value] })),
      finish: async () => {},
      close: async () => {},
    }),
    ...parts,
  };
}

/** A terminal that writes a head, one line of JSON for each record, and an end. */
class LineWriter implements OpenTransform {
  readonly #ports: TransformPorts;
  #rows: number;

  constructor(ports: TransformPorts) {
    this.#ports = ports;
    this.#rows = (ports.resumeFrom as { readonly rows: number } | undefined)?.rows ?? 0;
  }

  async apply(values: readonly unknown[]) {
    let lines = this.#rows === 0 && values.length > 0 ? 'begin\n' : '';
    this.#rows += values.length;
    for (const value of values) lines += `${JSON.stringify(value)}\n`;
    await this.#ports.sink.write(lines);
    return values.map(() => ({ values: [] }));
  }

  async suspend() {
    return { rows: this.#rows };
  }

  async finish() {
    await this.#ports.sink.write(`end ${this.#rows}\n`);
  }

  async close() {}
}

const artifact = { mediaType: 'text/plain', encoding: 'text' } as const;

/** Renders what the steps before it gave. */
export const lines: Transform = transform('RecordSetToLines', {
  input: 'Record',
  output: 'Lines',
  terminal: 'set',
  resumable: true,
  artifact,
  open: async (_settings: DataRecord, ports) => new LineWriter(ports),
});

/** Renders what its own step's operation gives. */
export const line: Transform = { ...lines, name: 'RecordToLine', terminal: 'record' };

/** A terminal that cannot go on in a later process. */
export const report: Transform = { ...lines, name: 'RecordSetToReport', resumable: false };

/** The document's systems, and some for the rules. */
const resources: readonly RecordResource[] = [
  {
    name: 'S2',
    description: 'Physical access',
    operations: [
      operation('Search Person Data', { iterates: true, output: 'S2Person', names: ['UDF1'] }),
      operation('Search Anything', { iterates: true }),
      operation('Search And Mark', { iterates: true, effect: 'once' }),
    ],
  },
  {
    name: 'Salesforce',
    description: 'Contacts',
    operations: [
      operation('Get Contacts', {
        input: 'Record',
        output: 'Contact',
        names: ['Filter', 'Limit'],
        requiredSettings: ['Filter'],
      }),
      operation('Update Contact', {
        input: 'Record',
        output: 'Contact',
        names: ['Id', 'Note'],
        effect: 'once',
        destructive: true,
      }),
      operation('Get Badge', { input: 'S2Person', output: 'Badge', names: ['Colour'] }),
      operation('Get Anything', { names: ['Key'] }),
      operation('Get Object', { input: 'object', output: 'object' }),
    ],
  },
];

/** What the tests' specs can name. */
export const vocabulary: RecordVocabulary = {
  resources,
  transforms: [
    identity,
    recordToRecord,
    toRecordTransform('S2Person'),
    toRecordTransform('Contact'),
    transform('BadgeToContact', { input: 'Badge', output: 'Contact' }),
    transform('Undeclared'),
    lines,
    line,
    report,
  ],
  types: [
    {
      name: 'S2Person',
      description: 'A person',
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, email: { type: 'string' } },
        additionalProperties: false,
      },
    },
  ],
};

/** Step 0 of the document's example. */
export const people = { resource: 'S2', operation: 'Search Person Data' } as const;
/** The same, turned into records. */
export const peopleRecords = { ...people, transform: 'S2PersonToRecord' } as const;
/** Step 1 of the document's example. */
export const contacts = {
  resource: 'Salesforce',
  operation: 'Get Contacts',
  operationSettings: { Filter: 'Email = {{email}}' },
} as const;
