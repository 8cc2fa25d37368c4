/**
 * The state of one caller under one `state_id`, as it was when the call was let through: what
 * `requires` was judged by is what the tool reads. Values are copies.
 */
export interface StateView {
  /** True if something is stored in the field. */
  has(field: string): boolean;
  /** The value of a field, or `undefined` if nothing is stored. */
  get(field: string): unknown;
  /** The same caller's state under another `state_id`, as it is now. */
  of(stateId: string | undefined): StateView;
}

/** The state of a server without stateful tools. */
export const emptyState: StateView = {
  has: () => false,
  get: () => undefined,
  of: () => emptyState,
};
