import * as z from 'zod';
import {
  type ApprovalPolicy,
  type ApprovalTickets,
  type Caller,
  createApproval,
  createApprovalTickets,
  createDispatcher,
  createRegistry,
  type DescribeCall,
  type Dispatch,
  defaultApprovalPolicy,
  defineTool,
  id,
  metaTools,
  type ToolDefinition,
  type UsedApprovals,
} from '../src/index.ts';
import { ManualClock, noteTools } from './fakes.ts';

/** A platform of boards with notes on them, some of whose tools are destructive. */
export interface Boards {
  readonly deleted: string[];
  readonly tools: readonly ToolDefinition[];
}

function createBoards(): Boards {
  const deleted: string[] = [];
  const boardId = () => id('board', /^\d{3,20}$/);
  const tools = [
    ...noteTools(),
    defineTool({
      name: 'notes_delete',
      category: 'notes',
      title: 'Delete notes',
      description: 'Deletes notes of a board.',
      input: () =>
        z.strictObject({
          board_id: boardId(),
          note_ids: z.array(id('note')).min(1).max(100),
        }),
      output: () => z.object({ deleted: z.int() }),
      effect: 'idempotent',
      destructive: true,
      run: async ({ board_id, note_ids }) => {
        deleted.push(...note_ids.map((note) => `${board_id}/${note}`));
        return { deleted: note_ids.length };
      },
    }),
    defineTool({
      name: 'notes_find',
      category: 'notes',
      title: 'Find notes',
      description: 'Finds notes.',
      input: () => z.strictObject({ board_id: boardId(), count: z.int() }),
      output: () => z.object({ board_id: z.string(), note_ids: z.array(z.string()) }),
      effect: 'read',
      run: async ({ board_id, count }) => ({
        board_id,
        note_ids: Array.from({ length: count }, (_, index) => `n${index}`),
      }),
    }),
    defineTool({
      name: 'members_invite',
      category: 'members',
      title: 'Invite members',
      description: 'Invites members.',
      input: () => z.strictObject({ board_id: boardId(), member_ids: z.array(id('member')) }),
      output: () => z.object({ invited: z.int() }),
      effect: 'once',
      reach: ({ member_ids }) => ({ members: Array.isArray(member_ids) ? member_ids.length : 0 }),
      run: async ({ member_ids }) => ({ invited: member_ids.length }),
    }),
  ];
  return { deleted, tools };
}

/** Used approvals in memory; a test that restarts hands the same object on. */
export function createUsedApprovals(): UsedApprovals {
  const ids = new Set<string>();
  return {
    use: async (approval) => {
      const isNew = !ids.has(approval);
      ids.add(approval);
      return isNew;
    },
  };
}

const describeBoard: DescribeCall = async ({ args }) => {
  const board = args['board_id'];
  return typeof board === 'string' && !board.includes('{{')
    ? { lines: [`board: ⟦Board ${board}⟧ (${board})`], guilds: [board] }
    : { lines: [`board: ${String(board)}`], guilds: [] };
};

export interface ApprovalWorld extends Boards {
  readonly clock: ManualClock;
  /** The tools of the calls that were described for a preview. */
  readonly described: readonly string[];
  readonly dispatch: Dispatch;
  readonly tickets: ApprovalTickets;
  readonly registry: ReturnType<typeof createRegistry>;
}

export function startApprovalWorld(
  more: {
    policy?: Partial<ApprovalPolicy>;
    used?: UsedApprovals;
    clock?: ManualClock;
    realm?: string;
  } = {},
): ApprovalWorld {
  const clock = more.clock ?? new ManualClock();
  const boards = createBoards();
  const registry = createRegistry({ tools: [...boards.tools, ...metaTools()] });
  const key = new TextEncoder().encode('a key for tests that is long enough');
  const tickets = createApprovalTickets({
    realm: more.realm ?? 'test',
    key: async () => key,
    clock,
  });
  const described: string[] = [];
  const approval = createApproval({
    policy: () => ({ ...defaultApprovalPolicy, ...more.policy }),
    describe: (call, context) => {
      described.push(call.tool);
      return describeBoard(call, context);
    },
    tickets,
    used: more.used ?? createUsedApprovals(),
  });
  const dispatch = createDispatcher({ tools: registry, clock, onion: { approval } });
  return { ...boards, clock, described, dispatch, tickets, registry };
}

export const mallory: Caller = { id: 'mallory', groups: [] };
