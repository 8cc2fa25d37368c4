import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedServer, startServer } from './start-server.ts';

let server: StartedServer;

beforeAll(async () => {
  server = await startServer(() => ({}));
});
afterAll(() => server.close());

test('a name that looks like the beginning of a secret takes no cell and no row along', async () => {
  const names = [
    '-----BEGIN PRIVATE KEY-----',
    'TOKEN=',
    'https://x:',
    'a?token=',
    'Bearer ',
    'Ann',
  ];
  const records = names.map((name, index) => ({
    name,
    email: `ann${index}@example.org`,
    n: `${index}`,
  }));
  const answer = await server.answer('pipeline_execute', {
    steps: [
      { resource: 'Inline', operation: 'read', operationSettings: { records } },
      { transform: 'RecordSetToCSVStringSet' },
    ],
  });
  expect(answer['CSVFile']).toBe(
    [
      'name,email,n',
      '[redacted],ann0@example.org,0',
      'TOKEN=,ann1@example.org,1',
      'https://x:,ann2@example.org,2',
      'a?token=,ann3@example.org,3',
      'Bearer ,ann4@example.org,4',
      'Ann,ann5@example.org,5',
      '',
    ].join('\r\n'),
  );
});

test('a whole secret in a record is in no file', async () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLXNpZ25hdHVyZS1zaWc';
  const records = [{ name: secret, note: { inside: secret } }];
  for (const transform of ['RecordSetToCSVStringSet', 'RecordSetToJSONLines']) {
    const answer = await server.answer('pipeline_execute', {
      steps: [
        { resource: 'Inline', operation: 'read', operationSettings: { records } },
        { transform },
      ],
    });
    expect(String(answer['CSVFile'])).toContain('[redacted]');
    expect(JSON.stringify(answer)).not.toContain(secret);
  }
});
