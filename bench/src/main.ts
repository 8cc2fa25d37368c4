import { benchExecutor } from './executor.ts';
import { benchHostileInput } from './hostile-input.ts';
import { benchMiddleware } from './middleware.ts';
import { benchRecords } from './records.ts';
import { benchRoundTrips } from './round-trips.ts';
import { benchStartUp } from './start-up.ts';
import { formatRows, type Row } from './table.ts';
import { benchTransforms } from './transforms.ts';
import { benchWorkflows } from './workflows.ts';

/**
 * Prints one table. Every figure stands beside a baseline of the same run; the machine is noisy, so
 * the ratios are what counts.
 */
const rows: Row[] = [
  ...(await benchExecutor()),
  ...(await benchHostileInput()),
  ...(await benchMiddleware()),
  ...(await benchRoundTrips()),
  ...(await benchStartUp()),
  ...(await benchWorkflows()),
  ...(await benchRecords()),
  ...(await benchTransforms()),
];
process.stdout.write(`${formatRows(rows)}\n`);
