import { Link } from 'react-router-dom';
import { useNow } from '../../crud/time.tsx';
import { type SyncStatus, usePulledAt, useSyncStatus } from '../../records/use-sync-status.ts';
import { AttentionIcon, HeldIcon, SyncedIcon, SyncIcon, WaitingIcon } from '../../ui/icons.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { frameWords, heldWords, syncStatusWords } from '../../words/frame.ts';
import css from './sync-status.module.css';

const ICONS = {
  ok: SyncedIcon,
  never: SyncIcon,
  waiting: WaitingIcon,
  away: HeldIcon,
  held: HeldIcon,
  attention: AttentionIcon,
};

/** Says whether this device is in sync with the server, and links to Sync. Screen readers announce changes. */
export function SyncStatusLink() {
  const now = useNow();
  const status = useSyncStatus();
  const pulledAt = usePulledAt();
  const phone = useWindowSize() === 'small';
  if (!status || pulledAt === undefined) return null;
  const facts = { ...status, pulledAt, now };
  const { text, tone } = syncWords(facts);
  const Icon = ICONS[tone];
  return (
    <>
      <Link to="/sync" className={css.status} data-tone={tone} title={frameWords.openSync}>
        <Icon size={16} aria-hidden className={css.icon} />
        <span>{phone ? syncWords({ ...facts, short: true }).text : text}</span>
      </Link>
      <span className={css.hidden} aria-live="polite">
        {text}
      </span>
    </>
  );
}

interface SyncWords {
  readonly text: string;
  readonly tone: 'ok' | 'never' | 'waiting' | 'away' | 'held' | 'attention';
}

interface Facts extends Omit<SyncStatus, 'parked' | 'reasons' | 'clockAhead' | 'questionsKept'> {
  /** Device time in ms of the last complete pull. Null before the first. */
  readonly pulledAt: number | null;
  readonly now: number;
  /** For a phone, which has room for two parts: of more, the first and one for all that need attention. */
  readonly short?: boolean;
}

type HeldReason = SyncStatus['held'][number];

/** The most useful first, because only one reason is shown. */
const HELD: readonly HeldReason[] = [
  'appFault',
  'storageFull',
  'signedOut',
  'captivePortal',
  'offline',
  'serverSilent',
  'unreachable',
  'serverProblem',
  'throttled',
];

/** The user must resolve these. */
const BY_PERSON: readonly HeldReason[] = ['appFault', 'storageFull', 'signedOut', 'captivePortal'];
/** Normal on a job. These end without the user. */
const AWAY: readonly HeldReason[] = ['offline', 'unreachable'];

/** Returns 'No connection · 3 changes waiting' or 'Up to date as of 2:05 PM'. */
export function syncWords({ waiting, attention, refused, held, pulledAt, now, short }: Facts): SyncWords {
  const reason = HELD.find((one) => held.includes(one));
  const why = reason && heldWords[reason];
  const words = short
    ? { waiting: syncStatusWords.waitingShort, refused: syncStatusWords.refusedShort }
    : syncStatusWords;
  const others = attention - refused;
  const parts = [
    why,
    waiting > 0 ? words.waiting({ count: waiting }) : undefined,
    refused > 0 ? words.refused({ count: refused }) : undefined,
    others > 0 ? syncStatusWords.attention({ count: others }) : undefined,
  ].filter((part) => part !== undefined);
  if (waiting + attention === 0) parts.push(...ageWords(why !== undefined, pulledAt, now));
  const asks = others > 0 ? syncStatusWords.attention({ count: attention }) : parts.at(-1);
  const said = short && parts.length > 2 ? [parts[0], asks] : parts;
  return { text: said.join(' · '), tone: toneOf({ attention, reason, waiting, pulledAt }) };
}

function ageWords(held: boolean, pulledAt: number | null, now: number): string[] {
  if (pulledAt === null) return held ? [] : [syncStatusWords.neverSynced];
  const time = formatMoment(pulledAt, now);
  return [held ? syncStatusWords.asOf({ time }) : syncStatusWords.upToDate({ time })];
}

function toneOf({
  attention,
  waiting,
  pulledAt,
  reason,
}: Pick<Facts, 'attention' | 'waiting' | 'pulledAt'> & {
  reason: HeldReason | undefined;
}): SyncWords['tone'] {
  if (attention > 0 || (reason && BY_PERSON.includes(reason))) return 'attention';
  if (reason) return AWAY.includes(reason) ? 'away' : 'held';
  if (waiting > 0) return 'waiting';
  return pulledAt === null ? 'never' : 'ok';
}
