declare const GUILDLINE_VERSION: string | undefined;

/** The version of the program; the build puts it in. */
export const version: string =
  typeof GUILDLINE_VERSION === 'undefined' ? '0.0.0-source' : GUILDLINE_VERSION;
