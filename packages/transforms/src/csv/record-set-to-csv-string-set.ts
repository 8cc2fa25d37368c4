import type { Transform } from '@guildline/pipeline-core';
import { defineCsvTransform } from './csv-transform.ts';

/** Renders what the steps before it gave. */
export const RecordSetToCSVStringSet: Transform = defineCsvTransform({
  name: 'RecordSetToCSVStringSet',
  description:
    'Ends the pipeline: renders the records of the steps before as one CSV text (RFC 4180, header row); its own operation is not executed. Ids stay as they are; a text that a spreadsheet would run as a formula (= + - @ …) gets a leading apostrophe; lists and objects are written as JSON.',
  terminal: 'set',
});
