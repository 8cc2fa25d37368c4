/** What became of a call that gave no result. */
export type UpstreamFaultKind =
  /** The upstream could not be started or reached; nothing was sent. */
  | 'unavailable'
  | 'cancelled'
  | 'timeout'
  /** The connection ended before an answer came. */
  | 'lost'
  /** The upstream refused the call before it ran anything. */
  | 'refused'
  /** The upstream says that the call failed. */
  | 'failed'
  /** An answer came that cannot be used. */
  | 'unusable';

/** Why a call of an upstream gave no result. */
export class UpstreamFault extends Error {
  override readonly name: string = 'UpstreamFault';
  readonly kind: UpstreamFaultKind;
  /** True if the upstream may have got the call. */
  readonly sent: boolean;
  /** What the upstream said, without secrets. Written by others: to be fenced. */
  readonly said: string | undefined;

  constructor(
    kind: UpstreamFaultKind,
    message: string,
    more: { readonly sent?: boolean; readonly said?: string | undefined } = {},
  ) {
    super(message);
    this.kind = kind;
    this.sent = more.sent ?? false;
    this.said = more.said;
  }
}
