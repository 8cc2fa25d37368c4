/**
 * The guilds and channels that a caller may reach. What is absent limits nothing; an empty set lets
 * nothing through. With channels alone, their guilds are the guilds that may be reached.
 */
export interface ScopeLists {
  readonly guilds?: ReadonlySet<string> | undefined;
  /** A channel opens its threads, a category its channels. */
  readonly channels?: ReadonlySet<string> | undefined;
}
