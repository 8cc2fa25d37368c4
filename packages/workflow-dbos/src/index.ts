export { createDbosEngine, type DbosEngine, type DbosEngineSource } from './dbos-engine.ts';
export type { EngineTiming } from './timing.ts';
export { hasUnfinishedRuns } from './unfinished-marker.ts';
