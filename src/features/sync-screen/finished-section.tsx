import { useState } from 'react';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { syncScreenWords } from '../../words/sync-screen.ts';
import css from './sync-screen.module.css';

const FinishedChanges = lazyPart(() => import('./finished-changes.tsx'));

/** Folds the finished changes behind their heading: they are rarely read. */
export function FinishedSection() {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="finished">
      <h2 id="finished" className={css['heading']}>
        <button type="button" className={css['fold']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {syncScreenWords.finished}
        </button>
      </h2>
      <LazySlot onClose={() => setOpen(false)}>{open && <FinishedChanges />}</LazySlot>
    </section>
  );
}
