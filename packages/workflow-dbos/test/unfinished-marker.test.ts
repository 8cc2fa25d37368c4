import { expect, test } from 'vitest';
import { hasUnfinishedRuns } from '../src/index.ts';
import { UnfinishedMarker } from '../src/unfinished-marker.ts';
import { emptyFolder } from './test-folder.ts';
import { gate } from './until.ts';

test('the mark is there before a run is queued, and goes when nothing is unfinished', async () => {
  const folder = `${await emptyFolder()}/workflows`;
  const marker = new UnfinishedMarker(folder);
  expect(await hasUnfinishedRuns(folder)).toBe(false);
  expect(await marker.mark(() => hasUnfinishedRuns(folder))).toBe(true);
  await marker.review(async () => true);
  expect(await hasUnfinishedRuns(folder)).toBe(true);
  await marker.review(async () => false);
  expect(await hasUnfinishedRuns(folder)).toBe(false);
  expect(await marker.mark(() => hasUnfinishedRuns(folder))).toBe(true);
});

test('a run that is queued while the rest is looked through keeps its mark', async () => {
  const folder = await emptyFolder();
  const marker = new UnfinishedMarker(folder);
  await marker.mark(async () => undefined);
  const looked = gate<boolean>();
  const review = marker.review(() => looked.opened);
  await marker.mark(async () => undefined);
  looked.open(false);
  await review;
  expect(await hasUnfinishedRuns(folder)).toBe(true);

  const queued = gate();
  const queueing = marker.mark(() => queued.opened);
  await marker.review(async () => false);
  expect(await hasUnfinishedRuns(folder)).toBe(true);
  queued.open();
  await queueing;
});
