import { useRecordServices } from '../../records/records-context.ts';
import { usePulledAt } from '../../records/use-pulled-at.ts';
import { formatMoment } from '../../ui/text/format-time.ts';

/** How old this device's copy of everything is, after the words for what comes from it. */
export function CopyAge({ children }: { readonly children: string }) {
  const { clock } = useRecordServices();
  const pulledAt = usePulledAt();
  if (pulledAt === undefined) return children;
  return `${children} · ${pulledAt === null ? 'not fetched yet' : `as of ${formatMoment(pulledAt, clock.now())}`}`;
}
