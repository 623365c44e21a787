import type { Attack } from './attack.ts';
import { changes, creates } from './batches.ts';
import { largeBodies } from './large-bodies.ts';
import { unreadLists } from './unread-lists.ts';

/** By the name that is passed to the attacker's process. A new row is a new attack of the bench. */
export const ATTACKS: Readonly<Record<string, Attack>> = { changes, creates, unreadLists, largeBodies };
