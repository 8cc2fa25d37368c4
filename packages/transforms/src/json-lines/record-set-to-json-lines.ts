import type { OpenTransform, Transform, TransformOutcome } from '@guildline/pipeline-core';
import { declareSettings } from '../settings/declare-settings.ts';
import { toFailure } from '../settings/to-failure.ts';
import { createPieces } from '../text/create-pieces.ts';

const { schema, check } = declareSettings({});

/** Renders what the steps before it gave, one JSON text a line. */
export const RecordSetToJSONLines: Transform = {
  name: 'RecordSetToJSONLines',
  description:
    'Ends the pipeline: renders the records of the steps before as JSON lines, one object a line, with every field as it is; its own operation is not executed.',
  input: 'Record',
  output: undefined,
  terminal: 'set',
  resumable: true,
  artifact: { mediaType: 'application/x-ndjson', encoding: 'text' },
  settings: schema,
  checkSettings: check,
  open: async (_settings, { sink }): Promise<OpenTransform> => {
    const pieces = createPieces(sink);
    return {
      apply: async (values) => {
        const outcomes: TransformOutcome[] = [];
        for (const value of values) {
          const line = toLine(value);
          if (line !== undefined) await pieces.add(`${line}\n`);
          outcomes.push(line === undefined ? notJson : { values: [] });
        }
        return outcomes;
      },
      // Nothing has to be known to go on with lines.
      suspend: async () => {
        await pieces.flush();
        return {};
      },
      finish: () => pieces.flush(),
      close: async () => {},
    };
  },
};

const notJson = toFailure(
  'This is no object that can be written as JSON. Shape it into a record with plain fields before.',
);

function toLine(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}
