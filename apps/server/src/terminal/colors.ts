import pc from 'picocolors';

const { isTTY } = process.stdout;
const { NO_COLOR, TERM } = process.env;

/** Colours on a terminal, and nowhere else: not in a pipe, not in a file, not in CI. */
export const colors: ReturnType<typeof pc.createColors> = pc.createColors(
  isTTY === true && !NO_COLOR && TERM !== 'dumb',
);
