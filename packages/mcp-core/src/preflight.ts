import type { CallContext } from './context.ts';
import type { PlannedCall } from './tool.ts';

/** How many calls fall into which rate-limit bucket, and how long they take if the limits hold. */
export interface Forecast {
  readonly buckets: readonly { readonly bucket: string; readonly calls: number }[];
  /** Milliseconds; an estimate from known limits, or from cautious defaults. */
  readonly estimated_ms: number;
}

/** What a platform can say about calls before they are made. Sends nothing but reads. */
export interface Preflight {
  /**
   * The permissions that the bot lacks for a call, by name. `undefined` if it cannot be known: an id
   * comes from a template, or the object does not exist.
   */
  missingPermissions(
    call: PlannedCall,
    context: CallContext,
  ): Promise<readonly string[] | undefined>;
  forecast(calls: readonly PlannedCall[]): Forecast;
}
