/** So many workflows at once, each of so many steps. */
export interface Shape {
  readonly workflows: number;
  readonly steps: number;
}

/** What a step does. To plain DBOS every step is the same. */
export type Effect = 'read' | 'once';

/** What is measured: Guildline's engine, DBOS as it comes, and DBOS on the connection that Guildline gives it. */
export const engineNames = ['guildline', 'plain DBOS', 'DBOS on its connection'] as const;
export type EngineName = (typeof engineNames)[number];

/** An engine on a database of PGlite in this process. */
export interface Engine {
  /** Runs the workflows of a shape at once, to their ends. */
  run(shape: Shape, effect: Effect): Promise<void>;
  /** Throws if anything that ran did not complete. */
  check(): Promise<void>;
}

/** Steps per second of processor time in one round. */
export interface Speed {
  /** Index of its shape. */
  readonly shape: number;
  readonly effect: Effect;
  readonly speed: number;
}

/** What a step gives. */
export const stepResult = { id: '111122223333444455', text: 'x'.repeat(200) };
/** Milliseconds between two looks whether a workflow has ended. */
export const pollingIntervalMs = 100;
