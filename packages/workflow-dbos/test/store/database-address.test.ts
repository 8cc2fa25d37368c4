import { expect, test } from 'vitest';
import { databaseAddress } from '../../src/store/postgres/database-address.ts';

test('an address names host, port and database, and nothing that is secret', () => {
  const addresses = [
    'postgres://user:hunter2@db.example:6543/guild?sslmode=require&password=hunter2',
    'postgresql://user@[::1]/guild',
    'postgres:///guild?host=/var/run/postgresql',
  ].map(databaseAddress);
  expect(addresses).toEqual(['db.example:6543/guild', '[::1]:5432/guild', 'localhost:5432/guild']);
});

test('a URL that was not written rightly is refused, and no part of it is repeated', () => {
  const wrong = [
    'hunter2',
    '',
    'mysql://user:hunter2@host/db',
    // A slash, a colon or an @ of the password that was not escaped.
    'postgres://user:hun/ter2@host/db',
    'postgres://user:1/hunter2@host/db',
    'postgres://user:hunter2@host/db@x',
    'postgres:/\\hunter2@',
  ];
  for (const url of wrong) {
    const refuse = () => databaseAddress(url);
    expect(refuse).toThrow('none of PostgreSQL');
    expect(refuse).not.toThrow(/hunter2|ter2/);
  }
});
