import type { DiscordTool } from '../../discord-tool.ts';
import { raidBan } from './ban.ts';
import { raidReview } from './review.ts';
import { raidScan } from './scan.ts';

export const raidTools: readonly DiscordTool[] = [raidBan, raidReview, raidScan];
