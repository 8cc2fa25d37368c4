import type { StateView } from './state-view.ts';

/** What is known of a caller's states while the steps of a pipeline are gone through in thought. */
export class PlannedState {
  readonly #now: StateView;
  readonly #views = new Map<string, StateView>();
  /** By state and field: the step that fills it, or that it is emptied. */
  readonly #changes = new Map<string, number | 'emptied'>();
  /** Fields that were filled in a state that only a template knows: it may be any. */
  readonly #somewhere = new Set<string>();

  constructor(now: StateView) {
    this.#now = now;
  }

  /** Notes what a step stores. Without a state id it is not known where. */
  fill(stateId: string | undefined, fields: readonly string[], step: number): void {
    for (const field of fields) {
      if (stateId === undefined) this.#somewhere.add(field);
      else this.#changes.set(keyOf(stateId, field), step);
    }
  }

  /** Notes what a step empties, if it is sure to do so, and sure where. */
  empty(stateId: string | undefined, fields: readonly string[], isSure: boolean): void {
    if (stateId === undefined || !isSure) return;
    for (const field of fields) this.#changes.set(keyOf(stateId, field), 'emptied');
  }

  /** The last step that is known to store a field, if none has emptied it since. */
  fillerOf(stateId: string, field: string): number | undefined {
    const change = this.#changes.get(keyOf(stateId, field));
    return typeof change === 'number' ? change : undefined;
  }

  /** False if the field is sure to be empty by now. */
  has(stateId: string, field: string): boolean {
    if (this.#somewhere.has(field)) return true;
    const change = this.#changes.get(keyOf(stateId, field));
    return change === undefined ? this.#view(stateId).has(field) : change !== 'emptied';
  }

  #view(stateId: string): StateView {
    const known = this.#views.get(stateId) ?? this.#now.of(stateId);
    this.#views.set(stateId, known);
    return known;
  }
}

function keyOf(stateId: string, field: string): string {
  return `${field} ${stateId}`;
}
