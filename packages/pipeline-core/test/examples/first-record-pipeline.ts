import {
  compileRecordPipeline,
  type DataRecord,
  identity,
  type RecordVocabulary,
  recordToRecord,
  runRecordPipeline,
} from '../../src/index.ts';

const vocabulary: RecordVocabulary = {
  resources: [
    {
      name: 'Guild',
      description: 'A guild.',
      operations: [
        {
          name: 'members_list',
          description: 'Lists members.',
          tool: 'members_list',
          input: undefined,
          output: 'Member',
          iterates: true,
          settings: { type: 'object', properties: {} },
          requiredSettings: [],
          effect: 'read',
          destructive: false,
        },
      ],
    },
  ],
  transforms: [identity, recordToRecord],
};

const compiled = compileRecordPipeline(
  {
    steps: [
      {
        resource: 'Guild',
        operation: 'members_list',
        transform: 'RecordToRecord',
        transformSettings: { pick: ['name'] },
      },
    ],
  },
  vocabulary,
);
if ('problems' in compiled) throw new Error(compiled.problems[0]?.message);

async function* pages(): AsyncGenerator<readonly DataRecord[]> {
  yield [
    { name: 'Ann', bot: false },
    { name: 'Bob', bot: false },
  ];
  yield [{ name: 'Cem', bot: false }];
}

export const run = await runRecordPipeline(compiled.pipeline, {
  source: pages,
  call: async () => ({ ok: true, result: {} }),
  clock: Date,
  maxRecords: 2,
});
