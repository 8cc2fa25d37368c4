import { colors } from '../../terminal/colors.ts';
import { formatTable } from '../../terminal/table.ts';
import { toTerminalJson, toTerminalText } from '../../terminal/terminal-text.ts';
import { estimateRest } from './estimate.ts';
import { formatDuration } from './format-time.ts';
import { isAtRest, type ShownRun, type ShownStep, type Summary, type Waiting } from './read-run.ts';

/** When and how much of a workflow is shown. */
export interface Frame {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Steps that there is room for; the others are counted. */
  readonly steps?: number | undefined;
}

/** A workflow in lines: where it stands, its steps, and what a person can do. */
export function formatRun(run: ShownRun, { now, steps = 128 }: Frame): string[] {
  const { summary, plan } = run;
  const since = Date.parse(plan.created_at);
  const until = isAtRest(summary) ? Date.parse(summary.updated_at) : now;
  const rest = estimateRest(run);
  return [
    `${colors.bold(summary.id)}  ${formatStatus(summary)}  ${formatCount(summary)}`,
    `target   ${formatTarget(summary)}`,
    `started  ${plan.created_at}, ${isAtRest(summary) ? 'took' : 'for'} ${formatDuration(until - since)}${rest === undefined ? '' : `, about ${formatDuration(rest)} to go`}`,
    '',
    ...formatSteps(run, steps),
    ...formatNext(run, now),
  ];
}

/** A status in its colour. */
export function formatStatus({ status, cancel_requested: isCancelled }: Summary): string {
  const note = isCancelled && status === 'running' ? ' (cancelling)' : '';
  if (status === 'completed') return colors.green(status);
  if (status === 'failed' || status === 'needs_review') return colors.red(status);
  if (status === 'running' || status === 'queued') return `${colors.cyan(status)}${note}`;
  return colors.yellow(status);
}

/** How many steps have ended, of how many. */
export function formatCount({ completed_steps, total_steps }: Summary): string {
  return `${completed_steps} of ${total_steps} steps`;
}

/** What a workflow is bound to. */
export function formatTarget({ target }: Summary): string {
  const { profile_id, bot_id, guild_id, channel_id } = target;
  return [
    `profile ${toTerminalText(profile_id)}`,
    bot_id && `bot ${bot_id}`,
    guild_id && `guild ${guild_id}`,
    channel_id && `channel ${channel_id}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What became of one step. */
export function formatStep(step: ShownStep): readonly string[] {
  const { id, tool, status, duration_ms, error } = step;
  const marks = {
    success: colors.green('✓'),
    error: colors.red('✗'),
    skipped: colors.dim('–'),
    waiting: colors.yellow('…'),
  };
  const end = {
    success: formatDuration(duration_ms),
    error: `${error?.code}  ${toTerminalText(error?.message ?? '')}`,
    skipped: 'skipped',
    waiting: formatWaiting(step.waiting ?? {}),
  };
  return [`  ${marks[status]}`, toTerminalText(id), toTerminalText(tool), end[status]];
}

function formatSteps({ summary, plan, steps, review }: ShownRun, room: number): string[] {
  const rows = steps.map((step) =>
    step.id === review?.step
      ? [`  ${colors.red('?')}`, step.id, step.tool, 'may or may not have been applied']
      : formatStep(step),
  );
  const next = plan.steps[steps.length];
  if (next && (summary.status === 'running' || summary.status === 'queued')) {
    rows.push([`  ${colors.cyan('→')}`, next.id, next.tool, '']);
  }
  const shown = rows.slice(-Math.max(1, room));
  const hidden = rows.length - shown.length;
  const later = plan.steps.length - rows.length;
  return [
    ...(hidden > 0 ? [colors.dim(`    ${hidden} more before`)] : []),
    ...formatTable(shown)
      .split('\n')
      .filter(Boolean)
      .map((line) => line.trimEnd()),
    ...(later > 0 ? [colors.dim(`    ${later} more`)] : []),
  ];
}

function formatWaiting({ until, because, question, choices }: Waiting): string {
  if (until !== undefined) return `waits until ${until}${because ? ` (${because})` : ''}`;
  const list = choices ? ` (${choices.map((choice) => toTerminalText(choice)).join(' | ')})` : '';
  return `asks: ${toTerminalText(question ?? '')}${list}`;
}

/** What a person has to know, and can do. */
function formatNext({ summary, steps, review }: ShownRun, now: number): string[] {
  const { id, status, failure } = summary;
  if (status === 'needs_review' && review) {
    const { open_until: until = 0 } = review;
    const arrives = `Its request may still arrive until ${new Date(until).toISOString()}: look again after that.`;
    return [
      '',
      `${review.step} (${review.tool}) may have been called at ${new Date(review.claimed_at).toISOString()} with ${toTerminalJson(review.args)}.`,
      toTerminalText(review.known),
      ...(until > now ? [arrives] : []),
      'Look what is there, then decide:',
      `  guildline workflows resume ${id} --outcome applied       it was done`,
      `  guildline workflows resume ${id} --outcome not_applied   do it again`,
      `  guildline workflows resume ${id} --outcome skip          go on without it`,
    ];
  }
  if (status === 'failed') {
    // A step that failed has its reason beside it.
    const why = steps.at(-1)?.status === 'error' ? [] : [toTerminalText(failure?.message ?? '')];
    return ['', ...why, `Mend the cause, then: guildline workflows resume ${id}`];
  }
  if (status === 'cancelled') return ['', `To go on: guildline workflows resume ${id}`];
  const isAsked = steps.some(({ waiting }) => waiting?.question !== undefined);
  return isAsked ? ['', `To answer: guildline workflows answer ${id} <answer>`] : [];
}
