import { describe, expect, it } from 'vitest';
import { Crashes } from '../runs/crashes.ts';
import {
  type Answer,
  answerOf,
  each,
  linesOf,
  list,
  mallory,
  type RecordsWorld,
  startRecords,
  toLines,
} from './records-world.ts';

const look = each('people_get', { transform: 'ContactToRecord' });

async function start(world: RecordsWorld, spec: object): Promise<string> {
  const { runHandle } = await world.execute({ ...spec, background: true });
  if (runHandle === undefined) throw new Error('The run was not started.');
  return runHandle;
}

async function stateOf(world: RecordsWorld, runHandle: string): Promise<Answer> {
  return answerOf(await world.call('get_integration_run', { runHandle }));
}

async function finish(world: RecordsWorld, spec: object): Promise<Answer> {
  const runHandle = await start(world, spec);
  await world.engine.idle();
  return await stateOf(world, runHandle);
}

/** A world whose process dies at a call of a tool for one person, once. */
function dyingAt(people: number, at: { tool: string; id: string }): RecordsWorld {
  let isToDie = false;
  const crashes = new Crashes(() => {
    const dies = isToDie;
    isToDie = false;
    return dies;
  });
  const world = startRecords({ people, around: crashes.around });
  let died = false;
  world.people.interfere = async (tool, { id }) => {
    if (died || tool !== at.tool || id !== at.id) return;
    died = true;
    isToDie = true;
    await crashes.pass(`${tool} ${id}`);
  };
  return world;
}

describe('a background run', () => {
  it('answers a handle at once, and its file and summary once it has ended', async () => {
    const world = startRecords({ people: 600 });
    const runHandle = await start(world, { steps: [list, look, toLines] });
    expect(runHandle).toMatch(/^run_[0-9a-f]{32}$/);
    expect(world.people.calls).toEqual([]);
    expect(await stateOf(world, runHandle)).toMatchObject({ status: 'queued' });
    await world.engine.idle();
    const { status, summary, CSVFile } = await stateOf(world, runHandle);
    expect(status).toBe('completed');
    expect(summary).toEqual({
      stepCount: 3,
      recordsProcessed: 600,
      truncated: false,
      rowCount: 600,
    });
    const { resource } = CSVFile as { resource: string };
    expect(world.results.get('alice', resource)?.json.match(/example.org/g)).toHaveLength(600);
    const again = await stateOf(world, runHandle);
    expect(again.CSVFile).toEqual(CSVFile);
  });

  it('belongs to its caller', async () => {
    const world = startRecords({ people: 2 });
    const runHandle = await start(world, { steps: [list, toLines] });
    for (const tool of ['get_integration_run', 'stop_integration_run']) {
      expect(await world.call(tool, { runHandle }, mallory)).toMatchObject({
        kind: 'error',
        error: { code: 'RECORD_RUN_NOT_FOUND' },
      });
    }
    await world.engine.idle();
    expect(await stateOf(world, runHandle)).toMatchObject({ status: 'completed' });
  });

  it('lists the records that failed', async () => {
    const world = startRecords({ people: 5 });
    world.people.strangers.add('1');
    const { status, summary, failed_records } = await finish(world, {
      steps: [list, look, toLines],
      onError: 'skip',
    });
    expect(status).toBe('completed_with_errors');
    expect(summary).toMatchObject({ recordsProcessed: 5, rowCount: 4, failed: 1 });
    expect(linesOf(failed_records)).toMatchObject([{ id: '1', error_step: 1 }]);
  });

  it('is stopped after the record in flight, and says how far it came', async () => {
    const world = startRecords({ people: 10_000 });
    let handle = '';
    world.people.interfere = async (tool, { id }) => {
      if (tool === 'people_greet_once' && id === '42') {
        await world.call('stop_integration_run', { runHandle: handle });
      }
    };
    handle = await start(world, { steps: [list, each('people_greet_once'), toLines] });
    await world.engine.idle();
    const { status, summary, CSVFile, error, stop_requested } = await stateOf(world, handle);
    expect({ status, stop_requested }).toEqual({ status: 'stopped', stop_requested: true });
    expect(error).toMatchObject({ code: 'CANCELLED' });
    expect(world.people.greeted).toHaveLength(43);
    expect(summary).toMatchObject({ recordsProcessed: 43, rowCount: 43, truncated: false });
    expect(linesOf(CSVFile)).toHaveLength(43);
    const events = world.events.filter(({ event }) => event === 'pipeline_run');
    expect(events).toMatchObject([
      { records: { status: 'stopped', counts: { processed: 43, succeeded: 43 } } },
    ]);
  });

  it('can be stopped by whoever may only read', async () => {
    const world = startRecords({ people: 10 });
    const runHandle = await start(world, { steps: [list, toLines] });
    const stopped = answerOf(await world.call('stop_integration_run', { runHandle }));
    expect(stopped).toMatchObject({ status: 'stopped', stop_requested: true });
    expect(world.people.calls).toEqual([]);
  });

  it('is refused to a caller whose group was removed since', async () => {
    const world = startRecords({ people: 10, groups: ['moderators'] });
    const runHandle = await start(world, { steps: [list, toLines] });
    world.groups = [];
    await world.engine.idle();
    expect(await stateOf(world, runHandle)).toMatchObject({
      status: 'failed',
      error: { code: 'NOT_AUTHORIZED' },
    });
    expect(world.people.calls).toEqual([]);
  });

  it('keeps no secret, and is refused before anybody is asked', async () => {
    const world = startRecords();
    const secret =
      'https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz012345';
    const outcome = await world.ask({
      steps: [
        list,
        each('people_greet_once', { operationSettings: { id: '{{id}}', text: secret } }),
      ],
      background: true,
    });
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'RECORD_SETTINGS_INVALID' } });
  });

  it('keeps nothing in its files that looks like a secret', async () => {
    const world = startRecords({ people: 3 });
    const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLXNpZ25hdHVyZS1zaWc';
    world.people.nameOf = (id) => `${secret} ${id}`;
    world.people.strangers.add('1');
    const spec = { steps: [list, toLines], onError: 'skip' };
    const { CSVFile } = await finish(world, spec);
    expect(linesOf(CSVFile)).toHaveLength(3);
    await finish(world, { steps: [list, look, toLines], onError: 'skip' });
    const kept = [...world.files.contents.values()].map(String).join('');
    expect(kept).toContain('"id":"1"');
    expect(kept).not.toContain(secret);
  });

  it('writes nothing in place of a secret that was taken out of a record: that record fails', async () => {
    const world = startRecords({ people: 3 });
    const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLXNpZ25hdHVyZS1zaWc';
    world.people.nameOf = (id) => (id === '1' ? secret : `Person ${id}`);
    const greet = each('people_greet_once', {
      operationSettings: { id: '{{id}}', text: 'Hi {{name}}' },
    });
    const { summary, failed_records } = await finish(world, {
      steps: [list, greet, toLines],
      onError: 'skip',
    });
    expect(world.people.greeted).toEqual(['0', '2']);
    expect(summary).toMatchObject({ recordsProcessed: 3, rowCount: 2, failed: 1 });
    expect(linesOf(failed_records)).toMatchObject([
      { id: '1', error_code: 'RECORD_SETTINGS_INVALID', error_outcome: 'not_applied' },
    ]);
  });

  it('is refused its calls if nobody knows its caller any more', async () => {
    const world = startRecords({ people: 3 });
    const { runHandle } = await world.execute(
      { steps: [list, toLines], background: true },
      mallory,
    );
    await world.engine.idle();
    const state = answerOf(
      await world.call('get_integration_run', { runHandle: runHandle ?? '' }, mallory),
    );
    expect(state).toMatchObject({ status: 'failed', error: { code: 'NOT_AUTHORIZED' } });
    expect(world.people.calls).toEqual([]);
  });

  it('that renders what cannot be continued begins anew, and may not write', async () => {
    const world = dyingAt(5, { tool: 'people_get', id: '3' });
    const render = { transform: 'RecordSetToBytes' };
    const { CSVFile, summary } = await finish(world, { steps: [list, look, render] });
    expect(Buffer.from(CSVFile as string, 'base64')).toHaveLength(5);
    expect(summary).toMatchObject({ recordsProcessed: 5, rowCount: 5 });
    const writing = await world.execute({
      steps: [list, each('people_greet_once'), render],
      background: true,
    });
    expect(writing.error).toMatchObject({ code: 'RECORD_NOT_RESUMABLE' });
  });

  it('that writes is refused more records than their marks can tell apart', async () => {
    const world = startRecords({ people: 3, maximumRecords: 10_000_000 });
    const steps = [list, each('people_greet_idempotent')];
    const outcome = await world.ask({ steps, background: true });
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'RECORD_SETTINGS_INVALID' } });
    const fewer = await world.ask({ steps, background: true, maxRecords: 2_097_152 });
    expect(fewer).toMatchObject({ kind: 'needs-approval' });
    const reading = await world.ask({ steps: [list, toLines], background: true });
    expect(reading).toMatchObject({ kind: 'result' });
  });

  it('is refused where no engine is', async () => {
    const world = startRecords({ withoutEngine: true });
    const outcome = await world.ask({ steps: [list, toLines], background: true });
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'WORKFLOW_UNAVAILABLE' } });
  });
});

describe('an interrupted background run', () => {
  it('has kept the record that was in flight when the server stopped', async () => {
    const world = startRecords({ people: 30 });
    let closing: Promise<void> | undefined;
    world.people.interfere = (tool, { id }) => {
      if (tool === 'greeted' && id === '5') closing = world.engine.close();
    };
    const runHandle = await start(world, { steps: [list, each('people_greet_once'), toLines] });
    await expect.poll(() => closing !== undefined).toBe(true);
    await closing;
    const kept = [...(await world.engine.kept(runHandle)).values()] as {
      checkpoint?: { position: number };
    }[];
    expect(kept.at(-1)?.checkpoint?.position).toBe(6);
    expect(world.people.greeted).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(await world.engine.find(runHandle)).toMatchObject({ status: 'running' });
  });

  it('continues after the last finished record, and its file has each row once', async () => {
    const world = dyingAt(1000, { tool: 'people_get', id: '700' });
    const { status, summary, CSVFile } = await finish(world, { steps: [list, look, toLines] });
    expect(status).toBe('completed');
    expect(summary).toMatchObject({ recordsProcessed: 1000, rowCount: 1000 });
    const json = world.results.get('alice', (CSVFile as { resource: string }).resource)?.json ?? '';
    const { CSVFile: text } = JSON.parse(json) as { CSVFile: string };
    const ids = [...text.matchAll(/"id":"(\d+)"/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, id) => id));
    // Everything up to the checkpoint of 500 records is not looked up again.
    expect(world.people.callsOf('people_get')).toBeLessThan(1300);
    expect(world.people.callsOf('people_list')).toBeLessThanOrEqual(15);
  });

  it('never repeats a write that may have been applied: its record is reported as unknown', async () => {
    const world = dyingAt(30, { tool: 'greeted', id: '7' });
    const { status, summary, failed_records } = await finish(world, {
      steps: [list, each('people_greet_once'), toLines],
      onError: 'skip',
    });
    expect(status).toBe('completed_with_errors');
    expect(world.people.greeted.filter((id) => id === '7')).toEqual(['7']);
    expect(world.people.greeted).toHaveLength(30);
    expect(summary).toMatchObject({ recordsProcessed: 30, rowCount: 29, unknown: 1 });
    expect(linesOf(failed_records)).toMatchObject([{ id: '7', error_outcome: 'unknown' }]);
  });

  it('repeats a write that may be repeated', async () => {
    const world = dyingAt(30, { tool: 'greeted', id: '7' });
    const { status, summary } = await finish(world, {
      steps: [list, each('people_greet_idempotent'), toLines],
    });
    expect(status).toBe('completed');
    expect(summary).toMatchObject({ recordsProcessed: 30, rowCount: 30 });
    expect(world.people.greeted).toHaveLength(31);
  });

  it('goes on with the records that it had read, also if its writes have changed the source', async () => {
    const world = dyingAt(30, { tool: 'people_remove', id: '12' });
    const { summary, failed_records } = await finish(world, {
      steps: [list, each('people_remove'), toLines],
      onError: 'skip',
    });
    expect(summary).toMatchObject({ recordsProcessed: 30, rowCount: 29, unknown: 1 });
    expect(linesOf(failed_records)).toMatchObject([{ id: '12' }]);
    expect([...world.people.removed].sort()).toEqual(
      Array.from({ length: 30 }, (_, id) => String(id))
        .filter((id) => id !== '12')
        .sort(),
    );
  });

  it('says so once its file is gone, or was made elsewhere', async () => {
    const world = startRecords({ people: 3 });
    const runHandle = await start(world, { steps: [list, toLines] });
    await world.engine.idle();
    world.files.contents.clear();
    const outcome = await world.call('get_integration_run', { runHandle });
    expect(answerOf(outcome)).toMatchObject({ status: 'completed', CSVFile: null });
    expect(outcome).toMatchObject({ notes: [expect.stringContaining('not on this server')] });
  });

  it('says which failed records must not simply be run again', async () => {
    const world = dyingAt(30, { tool: 'greeted', id: '7' });
    const runHandle = await start(world, {
      steps: [list, each('people_greet_once'), toLines],
      onError: 'skip',
    });
    await world.engine.idle();
    expect(await world.call('get_integration_run', { runHandle })).toMatchObject({
      notes: [expect.stringContaining('For 1 of the failed records something was written')],
    });
  });

  it('says what of it could not be written to the audit log', async () => {
    let fails = false;
    const world = startRecords({ people: 3, auditFails: () => fails });
    const runHandle = await start(world, { steps: [list, toLines] });
    fails = true;
    await world.engine.idle();
    fails = false;
    expect(await world.call('get_integration_run', { runHandle })).toMatchObject({
      notes: [expect.stringContaining('missing from the audit log')],
    });
  });

  it('ends with an error if its file is gone', async () => {
    const world = dyingAt(1000, { tool: 'people_get', id: '700' });
    const before = world.people.interfere;
    world.people.interfere = async (tool, args) => {
      if (tool === 'people_get' && args['id'] === '700') world.files.contents.clear();
      await before(tool, args);
    };
    const { status, error } = await finish(world, { steps: [list, look, toLines] });
    expect(status).toBe('failed');
    expect(error).toMatchObject({ code: 'RECORD_RUN_BROKEN' });
  });
});
