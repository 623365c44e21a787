import { Button } from '@mantine/core';
import { acknowledgeEviction } from '../../records/answer-questions.ts';
import type { Eviction } from '../../records/questions.ts';

import { useRecordServices } from '../../records/record-services.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatFull } from '../../ui/text/format-date.ts';
import { evictionWords } from '../../words/record.ts';
import css from './sync-screen.module.css';

/** The browser removed what this account had here: what that means, until somebody has read it. */
export function EvictionNotice({ eviction: { at, lost } }: { readonly eviction: Eviction }) {
  const services = useRecordServices();
  return (
    <li className={css['change']}>
      <p className={css['title']}>{evictionWords.title}</p>
      <p className={css['what']}>{evictionWords.noticed({ time: formatFull(at) })}</p>
      <div className={css['said']}>
        <Notice tone={lost > 0 ? 'error' : 'warning'}>
          <p>{evictionWords.lost({ count: lost })}</p>
        </Notice>
      </div>
      <p className={css['hint']}>{evictionWords.why}</p>
      <div className={css['ways']}>
        <Button variant="default" onClick={() => void acknowledgeEviction(services)}>
          {evictionWords.read}
        </Button>
      </div>
    </li>
  );
}
