import type { Attack } from './attack.ts';
import { changes, creates } from './batches.ts';
import { largeBodies } from './large-bodies.ts';
import { unreadLists } from './unread-lists.ts';

/** The attacks by the name that is passed to the attacker's process. To add an attack to the bench, add it here. */
export const ATTACKS: Readonly<Record<string, Attack>> = { changes, creates, unreadLists, largeBodies };
