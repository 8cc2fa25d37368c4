import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../soak/random.ts';
import type { Arena } from './arena.ts';
import { type ChaosStep, countEffects, makeSteps, places } from './chaos-steps.ts';
import { type KillableServer, ServerGone } from './killable-server.ts';
import { holdTime, type KillPlan, makeLifePlan } from './life-plan.ts';

const stepCount = 40;
/** Milliseconds after which a workflow that stands still is given up. */
const patience = 100_000;

/** What a run is made from. */
export interface ChaosPlan {
  readonly seed: number;
  /** Kills after which the run may end in peace. */
  readonly mostKills: number;
  readonly isPatient: boolean;
}

/** What a run has gone through. */
export interface ChaosReport {
  readonly kills: number;
  readonly reviews: number;
}

interface Summary {
  readonly id: string;
  readonly status: string;
  readonly current_step: number;
  readonly completed_steps: number;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** One workflow of forty writes whose server is killed again and again, until it has come to its end. */
export class ChaosRun {
  readonly #arena: Arena;
  readonly #plan: ChaosPlan;
  readonly #random: Random;
  readonly #steps: readonly ChaosStep[];
  readonly #target = { profile_id: 'default', guild_id: places.guild };
  readonly #history: string[] = [];
  #id: string | undefined;
  #kills = 0;
  #reviews = 0;

  constructor(arena: Arena, plan: ChaosPlan) {
    this.#arena = arena;
    this.#plan = plan;
    this.#random = new Random(plan.seed);
    this.#steps = makeSteps(this.#random, `run${plan.seed}`, stepCount);
  }

  /** @throws Error that says what happened, if an effect is missing or doubled */
  async run(): Promise<ChaosReport> {
    this.#arena.renew();
    if (this.#random.chance(0.3)) this.#hideAuthors();
    const wanted = Math.min(this.#plan.mostKills, this.#random.between(2, 6));
    try {
      while (!(await this.#live(this.#kills < wanted)));
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      throw new Error([told, ...this.#history].join('\n'));
    }
    return { kills: this.#kills, reviews: this.#reviews };
  }

  /** Without the audit log nobody can tell who made a channel, so a lost creation is ambiguous. */
  #hideAuthors(): void {
    this.#history.push('the audit log cannot be read');
    const path = `/guilds/${places.guild}/audit-logs`;
    this.#arena.simulator.control.inject({ method: 'GET', path, status: 403, times: 1000 });
  }

  /** The life of one process. Gives true if the workflow has come to its end. */
  async #live(isKilled: boolean): Promise<boolean> {
    const life = isKilled ? makeLifePlan(this.#random, this.#plan.isPatient) : undefined;
    const server = this.#arena.prepare();
    const killer = new Killer(this.#arena, server, life?.kill);
    this.#history.push(`life: ${JSON.stringify(life)}`);
    try {
      await server.connect();
      killer.tellAsked();
      if (life?.isLeftAlone === true && this.#id !== undefined) {
        await server.listTools();
        await sleep(500);
      }
      await this.#bringToEnd(server);
      return true;
    } catch (error) {
      if (!(error instanceof ServerGone && killer.hasKilled)) {
        this.#history.push(server.stderr);
        throw error;
      }
    } finally {
      killer.stop();
      await server.close();
    }
    this.#kills += 1;
    await this.#settle();
    this.#history.push(`killed with ${this.#counts().join('')}`);
    this.#arena.pass(life?.passes ?? 0);
    return false;
  }

  async #bringToEnd(server: KillableServer): Promise<void> {
    const { id } = (await server.approve('workflow_start', this.#start())) as unknown as Summary;
    if (this.#id !== undefined && this.#id !== id) {
      throw new Error(`The key of ${this.#id} has started ${id} as well.`);
    }
    this.#id = id;
    for (;;) {
      const summary = await this.#rest(server);
      this.#history.push(JSON.stringify(summary));
      if (summary.status === 'completed') return this.#checkEnd();
      if (summary.status !== 'needs_review') throw new Error('It did not complete.');
      await this.#decide(server, summary);
    }
  }

  #start() {
    const steps = this.#steps.map(({ id, tool, args }) => ({ id, tool, args }));
    return { target: this.#target, steps, idempotency_key: `key ${this.#plan.seed}` };
  }

  async #rest(server: KillableServer): Promise<Summary> {
    const reference = { id: this.#id, target: this.#target };
    const deadline = performance.now() + patience;
    for (;;) {
      const summary = (await server.ask('workflow_status', reference)) as unknown as Summary;
      if (summary.status !== 'queued' && summary.status !== 'running') return summary;
      if (performance.now() > deadline) {
        this.#history.push(JSON.stringify(summary));
        throw new Error('It stands still.');
      }
      await sleep(40);
    }
  }

  /** Says the truth about the step in review, after a check that it is the ambiguous one. */
  async #decide(server: KillableServer, { current_step, failure }: Summary): Promise<void> {
    this.#reviews += 1;
    const index = current_step - 1;
    const step = this.#steps[index];
    const counts = this.#counts();
    const isRight = counts.every(
      (count, at) => count === (at < index ? 1 : at > index ? 0 : Math.min(count, 1)),
    );
    if (!step || !isRight || !failure?.message.includes(`(${step.id}, ${step.tool})`)) {
      throw new Error(`The wrong step is in review: ${counts.join('')}.`);
    }
    if (step.tool === 'members_add_role') throw new Error('A step in review may be repeated.');
    const isThere = counts[index] === 1;
    const result = isThere ? await this.#resultOf(server, step) : undefined;
    const outcome = isThere ? 'applied' : 'not_applied';
    const verdict = { step: step.id, outcome, ...(result ? { result } : {}) };
    const reference = { id: this.#id, target: this.#target };
    await server.approve('workflow_resume', { ...reference, verdict });
  }

  /** What an operator finds: later steps refer to it. */
  async #resultOf(server: KillableServer, { tool, mark }: ChaosStep) {
    if (tool !== 'channels_create') return undefined;
    const { guilds } = this.#arena.simulator.control.world();
    const channels = guilds.find(({ id }) => id === places.guild)?.channels ?? [];
    const channel_id = channels.find(({ name }) => name === mark)?.id;
    const { permission_overwrites: _overwrites, ...result } = await server.ask('channels_get', {
      channel_id,
    });
    return result;
  }

  #checkEnd(): void {
    const counts = this.#counts();
    if (counts.some((count) => count !== 1)) {
      throw new Error(`The effects are there so often: ${counts.join('')}.`);
    }
  }

  #counts(): number[] {
    return countEffects(this.#steps, this.#arena.simulator.control.world());
  }

  /** Lets what has reached Discord come to its end there. */
  async #settle(): Promise<void> {
    const { control } = this.#arena.simulator;
    for (let turn = 0; turn < 100; turn += 1) {
      if (control.requests().every(({ status }) => status !== 0)) break;
      await sleep(10);
    }
    control.clearRequests();
  }
}

/** Kills one process as it was planned. */
class Killer {
  readonly #arena: Arena;
  readonly #server: KillableServer;
  readonly #stopped = new AbortController();
  #asked: () => void = () => undefined;
  hasKilled = false;

  constructor(arena: Arena, server: KillableServer, plan: KillPlan | undefined) {
    this.#arena = arena;
    this.#server = server;
    if (plan) void this.#carryOut(plan).catch(() => undefined);
  }

  /** A client asks the process something now. */
  tellAsked(): void {
    this.#asked();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #carryOut({ once, hold, after }: KillPlan): Promise<void> {
    if (once === 'asked') {
      await new Promise<void>((resolve) => {
        this.#asked = resolve;
      });
    } else if (once !== 'started') await this.#writes(once.writes);
    if (hold) {
      const fault = { method: 'POST', delay_ms: holdTime, delay: hold };
      const { control } = this.#arena.simulator;
      const earlier = control.requests().length;
      control.inject(fault);
      await this.#until(() =>
        control
          .requests()
          .slice(earlier)
          .some(({ method, status }) => method === 'POST' && status === 0),
      );
    }
    await sleep(after, undefined, { signal: this.#stopped.signal });
    this.hasKilled = true;
    await this.#server.kill();
  }

  #writes(wanted: number): Promise<void> {
    return this.#until(() => this.#arena.countWrites() >= wanted);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await sleep(3, undefined, { signal: this.#stopped.signal });
  }
}
