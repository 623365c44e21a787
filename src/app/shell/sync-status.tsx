import { Link } from 'react-router-dom';
import { useNow } from '../../crud/use-now.ts';
import { usePulledAt, useSyncStatus } from '../../records/engine-status.ts';
import { AttentionIcon, HeldIcon, SyncedIcon, SyncIcon, WaitingIcon } from '../../ui/icons.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { frameWords } from '../../words/frame.ts';
import css from './sync-status.module.css';
import { syncWords } from './sync-words.ts';

const ICONS = {
  ok: SyncedIcon,
  never: SyncIcon,
  waiting: WaitingIcon,
  held: HeldIcon,
  attention: AttentionIcon,
};

/** How this device stands with the server, in words. Leads to the Sync screen; changes are read out. */
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
      <Link to="/sync" className={css['status']} data-tone={tone} title={frameWords.openSync}>
        <Icon size={16} aria-hidden className={css['icon'] ?? ''} />
        <span>{phone ? syncWords({ ...facts, short: true }).text : text}</span>
      </Link>
      <span className={css['hidden']} aria-live="polite">
        {text}
      </span>
    </>
  );
}
