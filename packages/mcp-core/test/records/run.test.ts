import { describe, expect, it } from 'vitest';
import { answerOf, each, linesOf, list, startRecords, toLines } from './records-world.ts';

const look = each('people_get', { transform: 'ContactToRecord' });

describe('pipeline_execute', () => {
  it('reads every page, looks up each record and answers exactly the file and the summary', async () => {
    const world = startRecords({ people: 250 });
    const answer = await world.execute({ steps: [list, look, toLines] });
    expect(Object.keys(answer).sort()).toEqual(['CSVFile', 'summary']);
    expect(answer.summary).toEqual({
      stepCount: 3,
      recordsProcessed: 250,
      truncated: false,
      rowCount: 250,
    });
    const rows = linesOf(answer.CSVFile);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, id) => String(id)));
    expect(rows[7]).toEqual({ id: '7', name: 'Person 7', email: '7@example.org' });
    expect(world.people.callsOf('people_list')).toBe(3);
  });

  it('answers null as the file if nothing renders one', async () => {
    const answer = await startRecords().execute({ steps: [list] });
    expect(answer).toMatchObject({ CSVFile: null, summary: { rowCount: 25 } });
  });

  it('ends with truncated: true at its cap, and takes no more than the server allows', async () => {
    const world = startRecords({ people: 30, maximumRecords: 20 });
    const capped = await world.execute({ steps: [list, toLines], maxRecords: 7 });
    expect(capped.summary).toMatchObject({ recordsProcessed: 7, truncated: true });
    const bounded = await world.execute({ steps: [list, toLines], maxRecords: 5000 });
    expect(bounded.summary).toMatchObject({ recordsProcessed: 20, truncated: true });
    const exact = await startRecords({ people: 20 }).execute({ steps: [list], maxRecords: 20 });
    expect(exact.summary).toMatchObject({ recordsProcessed: 20, truncated: false });
  });

  it('ends at the first failure and names the step and the phase', async () => {
    const world = startRecords();
    world.people.strangers.add('3');
    const outcome = await world.call('pipeline_execute', { steps: [list, look, toLines] });
    expect(outcome).toMatchObject({
      kind: 'result',
      isError: true,
      structured: {
        error: {
          phase: 'execution',
          step: 1,
          code: 'DISCORD_NOT_FOUND',
          message: 'During step 1: Nobody is 3.',
        },
      },
    });
  });

  it('gives failed records back, with their own fields, as something that can be the next source', async () => {
    const world = startRecords({ people: 6 });
    for (const id of ['2', '4']) world.people.strangers.add(id);
    const answer = await world.execute({ steps: [list, look, toLines], onError: 'skip' });
    expect(answer.summary).toMatchObject({ recordsProcessed: 6, rowCount: 4, failed: 2 });
    expect(linesOf(answer.failed_records)).toEqual(
      ['2', '4'].map((id) => ({
        id,
        name: `Person ${id}`,
        error_step: 1,
        error_code: 'DISCORD_NOT_FOUND',
        error_message: `Nobody is ${id}.`,
        error_outcome: 'not_applied',
      })),
    );
  });

  it('answers a large artifact by reference, which only its caller can read', async () => {
    const world = startRecords({ people: 2000 });
    const outcome = await world.call('pipeline_execute', { steps: [list, toLines] });
    const { structuredContent } = world.present(outcome);
    const file = structuredContent?.['CSVFile'] as { resource: string; bytes: number };
    expect(file).toMatchObject({ truncated: true });
    const stored = world.results.get('alice', file.resource);
    const whole = JSON.parse(stored?.json ?? '{}').CSVFile as string;
    expect(whole).toMatch(/^⟦untrusted/);
    expect(whole.match(/"id"/g)).toHaveLength(2000);
    expect(world.results.get('mallory', file.resource)).toBeUndefined();
  });

  it('ends with an error if the artifact grows beyond its bound', async () => {
    const world = startRecords({ maximumArtifactBytes: 100 });
    const answer = await world.execute({ steps: [list, toLines] });
    expect(answer.error).toMatchObject({ step: 1, code: 'RECORD_ARTIFACT_TOO_LARGE' });
  });

  it('answers bytes as base64, and says what they are', async () => {
    const steps = [list, { transform: 'RecordSetToBytes' }];
    const answer = await startRecords({ people: 6 }).execute({ steps });
    expect(answer).toMatchObject({
      CSVFile: Buffer.from([250, 251, 252, 253, 254, 255]).toString('base64'),
      media_type: 'application/pdf',
    });
  });

  it('loses no row to a text that looks like the beginning of a secret', async () => {
    const world = startRecords({ people: 4 });
    world.people.nameOf = (id) => (id === '1' ? '-----BEGIN PRIVATE KEY-----' : `Person ${id}`);
    world.people.strangers.add('3');
    const look = each('people_get', { transform: 'ContactToRecord' });
    for (const background of [false, true]) {
      const started = await world.execute({
        steps: [list, look, toLines],
        onError: 'skip',
        background,
      });
      await world.engine.idle();
      const { runHandle } = started;
      const { CSVFile, failed_records } = runHandle
        ? answerOf(await world.call('get_integration_run', { runHandle }))
        : started;
      expect(linesOf(CSVFile).map(({ id, name }) => ({ id, name }))).toEqual([
        { id: '0', name: 'Person 0' },
        { id: '1', name: '[redacted]' },
        { id: '2', name: 'Person 2' },
      ]);
      expect(linesOf(failed_records)).toMatchObject([{ id: '3', name: 'Person 3' }]);
    }
  });

  it('fences what the records hold in the text block', async () => {
    const world = startRecords({ people: 1 });
    const outcome = await world.call('pipeline_execute', { steps: [list, toLines] });
    const [text] = world.present(outcome).content as readonly { text: string }[];
    expect(JSON.parse(text?.text ?? '').CSVFile).toMatch(/^⟦untrusted .*Person 0/);
  });

  it('parses settings that arrive as JSON text, and the steps too', async () => {
    const world = startRecords({ people: 2 });
    const steps = JSON.stringify([{ ...list, operationSettings: '{"city":"Bern"}' }, toLines]);
    expect((await world.execute({ steps })).summary).toMatchObject({ rowCount: 2 });
  });

  it('stops between records when the caller cancels, with counts that add up', async () => {
    const world = startRecords({ people: 10_000 });
    const controller = new AbortController();
    world.people.interfere = (tool, { id }) => {
      if (tool === 'people_get' && id === '200') controller.abort();
    };
    const outcome = await world.dispatch(
      'pipeline_execute',
      { steps: [list, look, toLines] },
      { caller: { id: 'alice', groups: [] }, signal: controller.signal },
    );
    if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
    const { summary, CSVFile, error } = outcome.structured as never as {
      summary: Record<string, number>;
      CSVFile: string;
      error: object;
    };
    expect(error).toMatchObject({ code: 'CANCELLED', phase: 'execution' });
    expect(linesOf(CSVFile)).toHaveLength(summary['rowCount'] as number);
    expect(summary['recordsProcessed']).toBeLessThan(300);
    expect(world.people.calls.length).toBeLessThan(400);
  });

  it('gives the identity of the caller to a resource that has opted in, and takes none from a spec', async () => {
    const world = startRecords({ people: 1 });
    const step = {
      resource: 'Directory',
      operation: 'people_whoami',
      operationSettings: { id: '{{id}}', __CallerId: 'root' },
    };
    const answer = await world.execute({ steps: [list, step, toLines] });
    expect(linesOf(answer.CSVFile)).toEqual([{ id: '0', caller: 'alice', groups: ['moderators'] }]);
    const direct = await world.call('people_whoami', { id: '1' });
    expect(direct).toMatchObject({ structured: { caller: 'alice', groups: ['moderators'] } });
    const forged = await world.call('people_whoami', { id: '1', __CallerId: 'root' });
    expect(forged).toMatchObject({ kind: 'error', error: { code: 'VALIDATION_ERROR' } });
  });
});
