/** How a reader hands on what it reads. */
export interface ReadOptions {
  /** Records of a page. Defaults to 100. */
  readonly pageSize?: number;
  /** Bytes that one record may have in the text. Defaults to 1 MiB. */
  readonly recordLength?: number;
}

/** The limits of a reader, with what was left out filled in. */
export function toReadLimits(options: ReadOptions): Required<ReadOptions> {
  return {
    pageSize: options.pageSize ?? 100,
    recordLength: options.recordLength ?? 1024 * 1024,
  };
}
