import { GuildScheduledEventEntityType } from 'discord-api-types/v10';
import * as z from 'zod';

/** Where an event takes place: 1 stage channel, 2 voice channel, 3 somewhere else. */
export function entityType() {
  return z.literal([1, 2, 3]).describe('1 stage channel, 2 voice channel, 3 elsewhere.');
}

/** The place of an event that is in no channel. */
export function entityMetadata() {
  return z.strictObject({ location: z.string().min(1).max(100) });
}

/** The arguments that depend on each other. */
interface Entity {
  readonly entity_type?: 1 | 2 | 3 | undefined;
  readonly channel_id?: string | null | undefined;
  readonly entity_metadata?: { readonly location: string } | null | undefined;
  readonly scheduled_start_time?: string | undefined;
  readonly scheduled_end_time?: string | null | undefined;
}

type Report = (argument: keyof Entity, message: string) => void;

/** A refinement: what each entity type requires and excludes, and that the end follows the start. */
export function checkEntity(entity: Entity, context: z.core.$RefinementCtx<Entity>): void {
  const report: Report = (argument, message) =>
    context.addIssue({ code: 'custom', path: [argument], message, input: entity[argument] });
  checkTimes(entity, report);
  if (entity.entity_type === undefined) return;
  if (entity.entity_type === GuildScheduledEventEntityType.External) checkExternal(entity, report);
  else checkChannel(entity, report);
}

function checkTimes(entity: Entity, report: Report): void {
  const { scheduled_start_time: start, scheduled_end_time: end } = entity;
  if (start && end && Date.parse(end) <= Date.parse(start)) {
    report('scheduled_end_time', `The end has to come after the start, ${start}.`);
  }
}

function checkExternal(entity: Entity, report: Report): void {
  if (entity.channel_id) {
    report('channel_id', 'An event of entity_type 3 has no channel: leave channel_id out.');
  }
  if (!entity.entity_metadata) {
    report('entity_metadata', 'Required with entity_type 3: give { "location": … }.');
  }
  if (!entity.scheduled_end_time) {
    report('scheduled_end_time', 'Required with entity_type 3.');
  }
}

function checkChannel(entity: Entity, report: Report): void {
  if (!entity.channel_id) {
    const kind = entity.entity_type === 1 ? 'stage' : 'voice';
    report('channel_id', `Required with entity_type ${entity.entity_type}: a ${kind} channel.`);
  }
  if (entity.entity_metadata) {
    report('entity_metadata', 'Only an event of entity_type 3 has a location: leave it out.');
  }
}
