import { Button } from '@mantine/core';
import { useNow } from '../../crud/use-now.ts';
import { requestSync, type SyncStatus, useResumeTime } from '../../records/engine-status.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SyncIcon } from '../../ui/icons.ts';
import { resumeWords } from '../../words/sync-screen.ts';
import { heldWords, networkPage } from './held-words.ts';
import css from './sync-screen.module.css';

interface Props {
  readonly reasons: SyncStatus['reasons'];
  readonly onSignIn: () => void;
}

/** Why nothing is moving, with the one thing to do about it. */
export function HeldNotice({ reasons, onSignIn }: Props) {
  const { account } = useRecordServices();
  const held = useHeld(reasons);
  if (!held) return null;
  return (
    <div className={css['notice']} role="status">
      <Notice
        tone="warning"
        action={
          held.button === 'sync' ? (
            <SyncNow />
          ) : held.button === 'signIn' ? (
            <Button onClick={onSignIn}>{resumeWords.signIn}</Button>
          ) : held.button === 'openNetwork' ? (
            <Button component="a" href={networkPage(account)} target="_blank" rel="noreferrer">
              {resumeWords.openNetwork}
            </Button>
          ) : undefined
        }
      >
        {held.sentence}
      </Notice>
    </div>
  );
}

/** Tells why syncing is paused, in words that stay true while time passes. */
export function useHeld(reasons: SyncStatus['reasons']): ReturnType<typeof heldWords> {
  const resumeAt = useResumeTime();
  return heldWords(reasons, { resumeAt, now: useNow() });
}

/** Reaches for the server at once. */
export function SyncNow() {
  const services = useRecordServices();
  return (
    <Button
      variant="default"
      leftSection={<SyncIcon size={18} aria-hidden />}
      onClick={() => void requestSync(services)}
    >
      {resumeWords.syncNow}
    </Button>
  );
}
