import { useNow } from '../../../crud/time.tsx';
import type { DryingEntry } from '../../../domain/drying/drying-entries.ts';
import { datedAhead } from '../../../domain/drying/fast-clocks.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { dryingWords } from '../../../words/drying.ts';

/** Entries with a wrong time are billed and printed with it. */
export function FastClocks({ entries }: { readonly entries: readonly DryingEntry[] }) {
  const now = useNow();
  return datedAhead(entries, now).map(({ who, at }) => (
    <Notice key={who} tone="warning">
      {dryingWords.datedAhead({ who, when: formatMoment(at, now) })}
    </Notice>
  ));
}
