/** Ids of the simulator's default world that the soak knows by heart. */
export const places = {
  guild: '111122223333444455',
  /** A guild in which the bot has no permission. */
  foreignGuild: '123456789012345678',
  foreignChannel: '123456789012345682',
  general: '222233334444555003',
  announcements: '222233334444555566',
  rules: '222233334444555002',
  forum: '222233334444555004',
  /** A channel that the bot does not see. */
  hidden: '222233334444555008',
  /** People and a role above the bot. */
  owner: '100000000000000001',
  admin: '100000000000000002',
  adminRole: '555566667777888003',
  host: '777788889999000011',
  hostRole: '555566667777888899',
} as const;
