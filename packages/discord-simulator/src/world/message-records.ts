export interface EmojiReference {
  id: string | null;
  name: string;
  animated?: boolean;
}

export interface ReactionRecord {
  emoji: EmojiReference;
  user_ids: string[];
}

export interface AttachmentRecord {
  id: string;
  filename: string;
  size: number;
  content_type: string;
  description?: string;
  title?: string;
}

export interface PollAnswerRecord {
  answer_id: number;
  poll_media: { text?: string; emoji?: { id: string | null; name: string | null } };
  voter_ids: string[];
}

export interface PollRecord {
  question: { text: string };
  answers: PollAnswerRecord[];
  expiry: string;
  allow_multiselect: boolean;
  layout_type: number;
}

export interface MessageReferenceRecord {
  type: number;
  message_id: string;
  channel_id: string;
  guild_id?: string;
}

export interface MessageRecord {
  readonly id: string;
  readonly channel_id: string;
  author_id: string;
  type: number;
  content: string;
  timestamp: string;
  edited_timestamp: string | null;
  tts: boolean;
  flags: number;
  mention_everyone: boolean;
  mentions: string[];
  mention_roles: string[];
  attachments: AttachmentRecord[];
  embeds: Record<string, unknown>[];
  components: Record<string, unknown>[];
  sticker_ids: string[];
  reactions: ReactionRecord[];
  /** When it was pinned; null when it is not. */
  pinned_at: string | null;
  message_reference: MessageReferenceRecord | null;
  message_snapshots: { message: Record<string, unknown> }[];
  poll: PollRecord | null;
  nonce: string | number | null;
  /** Set when a webhook wrote it, with the name it used. */
  webhook_id: string | null;
  webhook_author: { username: string; avatar: string | null } | null;
}

/** A nonce that was sent with `enforce_nonce`, remembered for the nonce window. */
export interface NonceRecord {
  readonly channel_id: string;
  readonly author_id: string;
  readonly nonce: string;
  readonly message_id: string;
  /** Epoch milliseconds by the simulator's clock. */
  readonly at: number;
}
