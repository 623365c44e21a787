import { Button } from '@mantine/core';
import { useState } from 'react';
import { ERRORS } from '../domain/error-catalogue.ts';
import { useSyncStatus } from '../records/use-sync-status.ts';
import { LazySlot } from '../ui/lazy-slot.tsx';
import { Notice } from '../ui/notice.tsx';
import { ExpiredDialog } from './lazy-screens.ts';

/** The server wants the person to sign in again. What is on the device can be used meanwhile. */
export function ExpiredNotice({ username }: { readonly username: string }) {
  const [asking, setAsking] = useState(true);
  const status = useSyncStatus();
  return (
    <>
      <Notice
        tone="warning"
        action={
          <Button variant="default" onClick={() => setAsking(true)}>
            Sign in
          </Button>
        }
      >
        {ERRORS.sessionExpired}
      </Notice>
      <LazySlot onClose={() => setAsking(false)}>
        {asking && (
          <ExpiredDialog
            username={username}
            waiting={status?.waiting ?? 0}
            onNotNow={() => setAsking(false)}
          />
        )}
      </LazySlot>
    </>
  );
}
