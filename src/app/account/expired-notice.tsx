import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { failureWords } from '../../words/common.ts';
import { frameWords } from '../../words/frame.ts';
import { ExpiredDialog } from '../lazy-screens.ts';

export interface ExpiredProps {
  readonly username: string;
  readonly asking: boolean;
  readonly onAsk: (asking: boolean) => void;
  /** The screen below also explains that the session has expired. */
  readonly saidBelow: boolean;
}

export function ExpiredNotice({ username, asking, onAsk, saidBelow }: ExpiredProps) {
  const status = useSyncStatus();
  const notice = useRef<HTMLDivElement>(null);
  const said = saidBelow && status?.reasons.includes('signedOut');

  // Scrolls the notice out from under the top bar.
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
