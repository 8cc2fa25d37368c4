import { RecordSetToCSVStringSet, readCsvRecords } from '../../src/index.ts';
import { MaskEmail } from './mask-email.ts';

let csv = '';
const sink = {
  write: async (chunk: string | Uint8Array) => {
    csv += String(chunk);
  },
};
const ports = { clock: Date, signal: { aborted: false }, sink };

const mask = await MaskEmail.open({ field: 'email' }, ports);
const write = await RecordSetToCSVStringSet.open({}, ports);
for await (const page of readCsvRecords('name,email\nAnn,ann@example.org\nBob,none\n')) {
  const outcomes = await mask.apply(page, page);
  const masked = outcomes.flatMap((outcome) => ('values' in outcome ? outcome.values : []));
  await write.apply(masked, masked);
}
await write.finish();
await Promise.all([mask.close(), write.close()]);

export const result = csv;
