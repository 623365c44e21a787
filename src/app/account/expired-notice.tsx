import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSyncStatus } from '../../records/engine-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { failureWords } from '../../words/common.ts';
import { frameWords } from '../../words/frame.ts';
import { ExpiredDialog } from '../lazy-screens.ts';

export interface ExpiredProps {
  readonly username: string;
  /** The dialog is open. */
  readonly asking: boolean;
  readonly onAsk: (asking: boolean) => void;
  /** The screen below says itself why nothing is moving. */
  readonly saidBelow: boolean;
}

/** The server wants the person to sign in again. What is on the device can be used meanwhile. */
export function ExpiredNotice({ username, asking, onAsk, saidBelow }: ExpiredProps) {
  const status = useSyncStatus();
  const notice = useRef<HTMLDivElement>(null);
  const said = saidBelow && status?.reasons.includes('signedOut');

  // The page may have been scrolled when it came: not half of it stays under the top bar.
  useEffect(() => {
    if (!asking && (notice.current?.getBoundingClientRect().bottom ?? 0) > 0)
      notice.current?.scrollIntoView({ block: 'nearest' });
  }, [asking]);

  return (
    <div ref={notice}>
      {!said && (
        <Notice
          tone="warning"
          action={
            <Button variant="default" onClick={() => onAsk(true)}>
              {frameWords.signIn}
            </Button>
          }
        >
          {failureWords.sessionExpired}
        </Notice>
      )}
      <LazySlot onClose={() => onAsk(false)}>
        {asking && (
          <ExpiredDialog username={username} waiting={status?.waiting ?? 0} onNotNow={() => onAsk(false)} />
        )}
      </LazySlot>
    </div>
  );
}
