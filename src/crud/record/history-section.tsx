import { useState } from 'react';
import type { RecordKey } from '../../domain/resource-spec.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { historyWords } from '../../words/record.ts';
import css from './history-section.module.css';

const RecordHistory = lazyPart(() => import('./record-history.tsx'));

/** A record's history behind its heading: nobody reads it every day. */
export function HistorySection({ resource, localId }: RecordKey) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="history" className={css['panel']}>
      <h2 id="history" className={css['title']}>
        <button type="button" className={css['fold']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {historyWords.title}
        </button>
      </h2>
      <LazySlot onClose={() => setOpen(false)}>
        {open && <RecordHistory resource={resource} localId={localId} />}
      </LazySlot>
    </section>
  );
}
