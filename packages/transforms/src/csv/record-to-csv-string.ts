import type { Transform } from '@guildline/pipeline-core';
import { defineCsvTransform } from './csv-transform.ts';

/** Renders what its own step's operation gives. */
export const RecordToCSVString: Transform = defineCsvTransform({
  name: 'RecordToCSVString',
  description:
    'Ends the pipeline: renders every record that its own step gives as a row of one CSV text (RFC 4180, header row). Ids stay as they are; a text that a spreadsheet would run as a formula (= + - @ …) gets a leading apostrophe; lists and objects are written as JSON.',
  terminal: 'record',
});
