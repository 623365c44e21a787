import { usePulledAt } from '../../records/use-pulled-at.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { copyAgeWords } from '../../words/frame.ts';
import { useNow } from '../use-now.ts';

/** How old this device's copy of everything is, after the words for what comes from it. */
export function CopyAge({ children }: { readonly children: string }) {
  const now = useNow();
  const pulledAt = usePulledAt();
  const words = (): string => {
    if (pulledAt === undefined) return children;
    if (pulledAt === null) return copyAgeWords.notFetched({ what: children });
    return copyAgeWords.asOf({ what: children, moment: formatMoment(pulledAt, now) });
  };
  return <span>{words()}</span>;
}
