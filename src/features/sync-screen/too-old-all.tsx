import { Button } from '@mantine/core';
import { useState } from 'react';
import { retryAllParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useTooOldCount } from '../../records/use-outbox.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { parkedChangeWords } from '../../words/sync-screen.ts';
import css from './sync-screen.module.css';

/** One press for all that lay here too long, where there are several. */
export function TooOldAll() {
  const services = useRecordServices();
  const count = useTooOldCount() ?? 0;
  const [sending, setSending] = useState(false);
  if (count < 2) return null;

  async function sendAll(): Promise<void> {
    setSending(true);
    await retryAllParked(services, 'tooOld').finally(() => setSending(false));
  }

  return (
    <div className={css['notice']}>
      <Notice
        tone="warning"
        action={
          <Button variant="default" loading={sending} onClick={() => void sendAll()}>
            {parkedChangeWords.sendAll({ count })}
          </Button>
        }
      >
        {parkedChangeWords.tooOld({ count })}
      </Notice>
    </div>
  );
}
