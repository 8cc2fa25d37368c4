import { afterAll, describe, test } from 'vitest';
import { runEngineContract } from './contract.ts';
import { ContractWorld } from './engine-world.ts';
import { hasPostgres, startPostgres } from './postgres.ts';

const server = hasPostgres ? await startPostgres() : undefined;
const databaseUrl = await server?.createDatabase();
const world = new ContractWorld({ folder: '/nowhere', databaseUrl });
const claims = await runEngineContract();
afterAll(async () => {
  await world.close();
  await server?.stop();
});

describe.skipIf(!hasPostgres)('the engine on PostgreSQL', () => {
  test.each(claims)('$claim', { timeout: 60_000 }, ({ check }) => check(world.start));
});
