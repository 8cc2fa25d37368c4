const ID = /^\d{1,20}$/;

/** The lists of a world and of its guilds, with the keys that say what a record is and belongs to. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  users: ['id'],
  guilds: ['id'],
  direct_channels: ['id'],
  messages: ['id', 'channel_id'],
  webhooks: ['id', 'guild_id', 'channel_id'],
  invites: ['guild_id', 'channel_id'],
};
const GUILD_LISTS: Readonly<Record<string, readonly string[]>> = {
  roles: ['id'],
  channels: ['id'],
  members: ['user_id'],
  bans: ['user_id'],
  events: ['id'],
  emojis: ['id'],
  stickers: ['id'],
  auto_moderation_rules: ['id'],
  audit_log: ['id'],
};

/** Refuses a world whose lists are no lists or whose ids are no ids, and says where. */
export function checkWorld(world: unknown): void {
  const source = toRecord(world, 'The world');
  checkLists(source, LISTS, '');
  for (const [index, guild] of ((source['guilds'] ?? []) as unknown[]).entries()) {
    checkLists(toRecord(guild, `guilds[${index}]`), GUILD_LISTS, `guilds[${index}].`);
  }
}

function checkLists(
  source: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, readonly string[]>>,
  at: string,
): void {
  for (const [name, keys] of Object.entries(lists)) {
    const list = source[name];
    if (list === undefined) continue;
    if (!Array.isArray(list)) throw new Error(`${at}${name} of the world is no list.`);
    for (const [index, item] of list.entries()) {
      const place = `${at}${name}[${index}]`;
      const record = toRecord(item, place);
      for (const key of keys) {
        if (typeof record[key] === 'string' && ID.test(record[key])) continue;
        throw new Error(`${place}.${key} of the world is no id: write it as digits in quotes.`);
      }
    }
  }
}

function toRecord(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new Error(`${place} is no object.`);
}
