import { Button } from '@mantine/core';
import { acknowledgeEviction } from '../../records/decisions.ts';
import { useRecordServices } from '../../records/records-context.ts';
import type { Eviction } from '../../records/use-questions.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatFull } from '../../ui/text/format-time.ts';
import css from './sync-screen.module.css';

/** The browser removed what this account had here: what that means, until somebody has read it. */
export function EvictionNotice({ eviction: { at, lost } }: { readonly eviction: Eviction }) {
  const services = useRecordServices();
  return (
    <li className={css['change']}>
      <p className={css['title']}>This browser removed the app’s data</p>
      <p className={css['what']}>Noticed {formatFull(at)}</p>
      <div className={css['said']}>
        <Notice tone={lost > 0 ? 'error' : 'warning'}>
          <p>{lostWords(lost)}</p>
        </Notice>
      </div>
      <p className={css['hint']}>
        Browsers do this when the device runs short of space, or when somebody clears the data of websites. An
        installed app is removed last.
      </p>
      <div className={css['ways']}>
        <Button variant="default" onClick={() => void acknowledgeEviction(services)}>
          I have read this
        </Button>
      </div>
    </li>
  );
}

function lostWords(lost: number): string {
  if (lost === 0) return 'Everything had been sent: nothing is lost, and the app fetches it again.';
  return lost === 1
    ? '1 change had not been sent and is lost: please enter it again.'
    : `${lost.toLocaleString()} changes had not been sent and are lost: please enter them again.`;
}
