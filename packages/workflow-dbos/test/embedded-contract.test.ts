import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { runEngineContract } from './contract.ts';
import { ContractWorld } from './engine-world.ts';
import { copyDatabase } from './test-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'guildline-contract-'));
await copyDatabase(folder);
const world = new ContractWorld({ folder });
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const claims = await runEngineContract();

describe('the engine in a folder', () => {
  test.each(claims)('$claim', { timeout: 60_000 }, ({ check }) => check(world.start));
});
