import type { Outcome } from './check.ts';
import type { Result } from './run-checks.ts';

/** 'partly': kept, with the drawback that the text names. 'unknown': the checks behind the promise could not run. */
export interface Promised {
  readonly id: string;
  readonly state: 'kept' | 'partly' | 'broken' | 'unknown';
  readonly text: string;
  /** Checks that failed or could not run. */
  readonly because: readonly string[];
}

interface Rule {
  readonly id: string;
  /** Ids of checks, or '*.name' for every kind of record. */
  readonly needs: readonly string[];
  readonly kept: string;
  readonly broken: string;
  /** The text of the first missing extension is used. */
  readonly without?: readonly { readonly feature: string; readonly text: string }[];
  /** A drawback that breaks nothing. */
  readonly unless?: { readonly needs: readonly string[]; readonly text: string };
  /** The text if none of these checks could run. */
  readonly unseen?: { readonly needs: readonly string[]; readonly text: string };
}

const RULES: readonly Rule[] = [
  {
    id: 'nothing-lost',
    needs: [
      'auth.sign-in',
      'auth.profile',
      'auth.bad-token',
      'auth.refresh',
      '*.create',
      '*.update',
      '*.delete',
      '*.gone',
      '*.refusal',
      'cors.preflight',
      'cors.answers',
      'cors.refusals',
      'cors.if-match',
    ],
    kept: 'No change is lost. A saved change stays on the device, counted as waiting, until this server has confirmed it.',
    broken:
      'Changes of some kinds never reach this server, or only with help. None of them is lost: they stay on the device, shown as waiting.',
  },
  {
    id: 'once',
    needs: ['*.create', '*.kept', '*.list', '*.pages', '*.new-ids', 'client-uid.*'],
    kept: 'A record is created once, even if the connection breaks during a save.',
    broken: 'A record may silently be created twice if the connection breaks during a save.',
    without: [
      {
        feature: 'client-uid',
        text: 'A record may have to be checked by hand if the connection breaks during a save: this server has no client-uid. The app looks for its own record before it sends it again, and asks if it cannot tell.',
      },
    ],
  },
  {
    id: 'nobody-overwritten',
    needs: ['*.update', '*.read', 'if-match.*', 'batch.if-match'],
    kept: 'No change is overwritten: if two people changed the same field, one of them decides.',
    broken: 'People overwrite each other’s changes without knowing.',
    without: [
      {
        feature: 'if-match',
        text: 'Two people may work on one record: changes of different fields are both kept, and for the same field one of them decides. Only if both save it within minutes may the later change win unnoticed: this server has no if-match.',
      },
    ],
  },
  {
    id: 'complete-lists',
    needs: ['*.list', '*.pages'],
    kept: 'Every record of this server is on the device, so lists and search are complete without a connection.',
    broken: 'Lists on the device are incomplete: records of this server may be missing.',
    unless: {
      needs: ['*.paged'],
      text: 'Every record of this server is on the device. Long lists come in one piece, which is slow on a weak signal.',
    },
    unseen: {
      needs: ['*.pages'],
      text: 'Every record of this server is on the device, as far as checked: no list was long enough for a second page.',
    },
  },
  {
    id: 'up-to-date',
    needs: ['*.list', '*.gone', 'changes.*', 'events.*', 'extensions.events-feed'],
    kept: 'Changes and deletions by others appear on an open screen within a second or two.',
    broken: 'Changes and deletions by others may never reach this device.',
    unless: {
      needs: ['*.order'],
      text: 'Records deleted by others may stay in the lists of this device for a long time: the lists of this server change their order while they are read.',
    },
    without: [
      {
        feature: 'changes',
        text: 'Changes and deletions by others reach this device once the whole list has been read again: a minute for short lists, longer for long ones. This server has no changes feed.',
      },
      {
        feature: 'events',
        text: 'Changes and deletions by others reach this device with the next small request: after a minute, or up to ten minutes if nothing else happens. This server has no events.',
      },
    ],
  },
  {
    id: 'long-outbox',
    needs: ['batch.*', 'extensions.batch-keys'],
    kept: 'A day’s work without a connection is sent in one request, up to 200 changes at a time.',
    broken:
      'After a day without a connection, changes may stay waiting: the batches of this server are not reliable.',
    without: [
      {
        feature: 'batch',
        text: 'After a day without a connection, changes are sent one by one, up to six at a time: this server has no batch.',
      },
    ],
  },
  {
    id: 'one-letterhead',
    needs: ['company-settings.*'],
    kept: 'The company’s name, logo and checklists are the same on all devices.',
    broken: 'The company’s name, logo or checklists may differ between devices.',
    without: [
      {
        feature: 'company-settings',
        text: 'The company’s name, logo and checklists have to be entered on each device: this server has no company-settings.',
      },
    ],
  },
  {
    id: 'photos',
    needs: ['attachments.*', 'cors.put'],
    kept: 'Photos of a job reach this server whole and once. Each stays on the device until then.',
    broken:
      'Photos may not reach this server whole, or may be deleted with a record unasked. Until they are sent, they stay on the device.',
    without: [
      { feature: 'attachments', text: 'No photos can be taken for a job: this server has no attachments.' },
    ],
  },
  {
    id: 'signed-in',
    needs: ['auth.refresh', 'auth.refused-refresh', 'auth.bad-token', 'refresh-grace.*'],
    kept: 'A signed-in user can work without a connection for any length of time. If the sign-in expires in the meantime, the app asks for the password; nothing is lost.',
    broken: 'Users have to sign out and in again before their changes are sent.',
    unless: {
      needs: ['auth.lasting'],
      text: 'A signed-in user can work without a connection for any length of time, but after a few days has to type the password before changes are sent. Nothing is lost.',
    },
    without: [
      {
        feature: 'refresh-grace',
        text: 'A signed-in user can work without a connection for any length of time. If the connection breaks just as the sign-in is renewed, the app asks for the password; nothing is lost. This server has no refresh-grace.',
      },
    ],
  },
  {
    id: 'values',
    needs: ['*.kept', '*.amounts', '*.days', '*.text', '*.lines', '*.long-text'],
    kept: 'Amounts are exact to the cent, days stay the same, and text comes back as it was typed.',
    broken: 'Not everything comes back as it was typed.',
    unless: {
      needs: ['estimates.total'],
      text: 'Amounts, days and text come back as they were typed, except the total of an estimate: this server replaces the agreed total with its own.',
    },
  },
  {
    id: 'reasons',
    needs: ['*.refusal', '*.reference', 'auth.wrong-password', 'cors.refusals'],
    kept: 'The user sees the server’s reason for a refusal, beside the field if it names one.',
    broken: 'The user learns of a refusal late or not at all.',
    unless: {
      needs: [
        '*.refusal-words',
        'auth.wrong-password-status',
        'auth.wrong-password-words',
        '*.long-text-taken',
        'customers.protected',
        'work-orders.number-taken',
      ],
      text: 'The user learns of a refusal, in some cases late or without being told what to correct.',
    },
  },
];

export function promisesOf(results: readonly Result[], features: readonly string[]): readonly Promised[] {
  return RULES.map((rule) => promisedBy(rule, results, features));
}

function promisedBy(rule: Rule, results: readonly Result[], features: readonly string[]): Promised {
  const failed = idsOf(results, rule.needs, 'fails');
  if (failed.length > 0) return { id: rule.id, state: 'broken', text: rule.broken, because: failed };
  const seen = idsOf(results, rule.needs, 'ok');
  const isKnown = idsOf(results, ['auth.profile'], 'ok').length > 0;
  const lacks = isKnown ? rule.without?.find(({ feature }) => !features.includes(feature)) : undefined;
  if (seen.length === 0 && !lacks) {
    const text = `Not seen: ${rule.kept}`;
    return { id: rule.id, state: 'unknown', text, because: idsOf(results, rule.needs, 'skipped') };
  }
  const spoiled = idsOf(results, rule.unless?.needs ?? [], 'fails');
  if (rule.unless && spoiled.length > 0) {
    return { id: rule.id, state: 'partly', text: rule.unless.text, because: spoiled };
  }
  if (lacks) return { id: rule.id, state: 'partly', text: lacks.text, because: [] };
  const { unseen } = rule;
  const missing = unseen && idsOf(results, unseen.needs, 'ok').length === 0;
  if (missing) {
    const because = idsOf(results, unseen.needs, 'skipped');
    return { id: rule.id, state: 'partly', text: unseen.text, because };
  }
  return { id: rule.id, state: 'kept', text: rule.kept, because: [] };
}

function idsOf(
  results: readonly Result[],
  patterns: readonly string[],
  is: Outcome['is'],
): readonly string[] {
  return results
    .filter(({ check, outcome }) => outcome.is === is && patterns.some((pattern) => fits(pattern, check.id)))
    .map(({ check }) => check.id);
}

/** '*.list' matches every kind, 'changes.*' every check of the extension. */
function fits(pattern: string, id: string): boolean {
  if (pattern.startsWith('*')) return id.endsWith(pattern.slice(1));
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : pattern === id;
}
