import type { Effect, Engine, EngineName, Shape, Speed } from './engine.ts';
import { openGuildline } from './guildline-engine.ts';
import { openDbosOnOurConnection, openPlainDbos } from './plain-dbos.ts';

/** Rounds before the first that counts: until then the compilers of JavaScript and WebAssembly work. */
const warmRounds = 3;
const rounds = 4;

const open: Readonly<Record<EngineName, (folder: string) => Promise<Engine>>> = {
  guildline: openGuildline,
  'plain DBOS': openPlainDbos,
  'DBOS on its connection': openDbosOnOurConnection,
};
const [name = 'guildline', folder = '', text = '[]'] = process.argv.slice(2);
const shapes = JSON.parse(text) as Shape[];
const effects: readonly Effect[] = name === 'guildline' ? ['read', 'once'] : ['read'];

const engine = await open[name as EngineName](folder);
const speeds: Speed[] = [];
for (let round = -warmRounds; round < rounds; round += 1) {
  for (const [shape, { workflows, steps }] of shapes.entries()) {
    for (const effect of effects) {
      const before = process.cpuUsage();
      await engine.run({ workflows, steps }, effect);
      // Of processor time: the database works in this process, and the machine is not this process's.
      const { user, system } = process.cpuUsage(before);
      const speed = (workflows * steps * 1_000_000) / (user + system);
      if (round >= 0) speeds.push({ shape, effect, speed });
    }
  }
}
await engine.check();
process.stdout.write(JSON.stringify(speeds), () => process.exit(0));
