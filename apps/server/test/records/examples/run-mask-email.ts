import { compileRecordPipeline, runRecordPipeline } from '@guildline/pipeline-core';
import { RecordSetToCSVStringSet } from '@guildline/transforms';
import { MaskEmail } from './mask-email.ts';

const people = {
  name: 'People',
  description: 'Three people.',
  operations: [
    {
      name: 'list',
      description: 'Lists them.',
      tool: 'people_list',
      input: undefined,
      output: 'Record',
      iterates: true,
      settings: { type: 'object' },
      requiredSettings: [],
      effect: 'read' as const,
      destructive: false,
    },
  ],
};

/** Runs steps over three people, and gives the file and why records failed. */
export async function runMaskEmail(steps: unknown) {
  const compiled = compileRecordPipeline(
    { steps, onError: 'skip' },
    { resources: [people], transforms: [MaskEmail, RecordSetToCSVStringSet] },
  );
  if ('problems' in compiled) {
    throw new Error(compiled.problems.map(({ message }) => message).join('\n'));
  }
  let file = '';
  const failures: string[] = [];
  await runRecordPipeline(compiled.pipeline, {
    source: async function* () {
      yield [
        { name: 'Ada', email: 'ada@example.org' },
        { name: 'Ben', email: 'none' },
        { name: 'Cleo', email: 'cleo@example.org' },
      ];
    },
    call: () => Promise.reject(new Error('No step calls anything.')),
    clock: Date,
    maxRecords: 100,
    artifact: {
      length: 0,
      truncate: () => Promise.resolve(),
      write: async (piece) => {
        file += String(piece);
      },
    },
    failed: {
      length: 0,
      truncate: () => Promise.resolve(),
      write: async ({ message }) => {
        failures.push(message);
      },
    },
  });
  return { file, failures };
}
