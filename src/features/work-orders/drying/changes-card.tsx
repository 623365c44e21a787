import { RecordCard } from '../../../crud/record/record-cards.tsx';
import { useNow } from '../../../crud/time.tsx';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { dryingChangeWords } from '../../../words/drying.ts';
import { changeLines } from './change-lines.ts';
import css from './readings.module.css';
import { Struck } from './struck.tsx';

/** Says who changed what, and what it was before. */
export function ChangesCard({ log }: { readonly log: DryingLog }) {
  const now = useNow();
  const lines = changeLines(log, ({ at }) => formatMoment(at, now));
  if (lines.length === 0) return null;
  return (
    <RecordCard>
      <section aria-labelledby="drying-changes">
        <h2 id="drying-changes" className={css.title}>
          {dryingChangeWords.title}
        </h2>
        <ul className={css.list}>
          {[...lines].reverse().map(({ what, from, to, by }, place) => (
            <li key={place} className={css.note}>
              <span className={css.muted}>{what}</span>
              <p className={css.changed}>
                <Struck was={[from]} now={to} said={dryingChangeWords.changedTo({ from, to })} />
              </p>
              <span className={css.muted}>
                {dryingChangeWords.by({ who: by.who, when: formatMoment(by.at, now) })}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </RecordCard>
  );
}
