import { airStatus, hvacDepressions } from '../../../domain/drying/chamber-status.ts';
import { AIR_PLACES } from '../../../domain/drying/drying-facts.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { placeName, round, valueText } from '../../../domain/drying/names.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingPaperWords, dryingWords, visitWords } from '../../../words/drying.ts';
import { depressionText } from './drying-names.ts';
import css from './readings.module.css';
import { useReadingsDialog } from './readings-dialog.tsx';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly log: DryingLog;
}

/** Air outside, of an unaffected room, and of the building's HVAC. */
export function PlacesCard({ localId, record, log }: Props) {
  const { show, dialog } = useReadingsDialog({ localId, record, log });
  const read = AIR_PLACES.filter((place) => log.places[place].length > 0);
  return (
    <section aria-labelledby="drying-places">
      <h2 id="drying-places" className={css.title}>
        {dryingPaperWords.atmosphere}
      </h2>
      <ul className={css.list}>
        {read.map((place) => {
          const name = placeName(place);
          const air = airStatus(log, { readings: log.places[place] });
          return (
            <li key={place} className={css.row}>
              <button
                type="button"
                className={css.name}
                aria-label={dryingWords.showReadings({ name })}
                onClick={() => show({ kind: 'place', place })}
              >
                {name}
              </button>
              {air && (
                <span className={css.figure}>
                  <span>{valueText(air)}</span> ·{' '}
                  <span>{visitWords.grains({ grains: round(air.grains) })}</span> ·{' '}
                  <span>{formatDate(air.day)}</span>
                </span>
              )}
              {place === 'hvac' && <HvacDepressions log={log} />}
            </li>
          );
        })}
      </ul>
      {dialog}
    </section>
  );
}

function HvacDepressions({ log }: { readonly log: DryingLog }) {
  const all = hvacDepressions(log);
  if (all.length === 0) return null;
  return (
    <span className={css.depressions}>
      {all.map((one) => (
        <span key={one.chamber.name}>{depressionText(one, log)}</span>
      ))}
    </span>
  );
}
