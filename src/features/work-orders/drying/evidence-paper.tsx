import { PaperSection } from '../../../crud/paper/paper.tsx';
import type { DryingDay } from '../../../domain/drying/day-table.ts';
import { AIR_PLACES } from '../../../domain/drying/drying-facts.ts';
import type { DryingLog, Reading } from '../../../domain/drying/drying-log.ts';
import { gapsIn } from '../../../domain/drying/drying-questions.ts';
import { equipmentDays } from '../../../domain/drying/equipment-days.ts';
import type { Air } from '../../../domain/drying/psychrometrics.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingPaperWords } from '../../../words/drying.ts';
import { momentThere, placeName, unitKind, valueText } from './drying-names.ts';
import css from './drying-paper.module.css';

interface EquipmentProps {
  readonly log: DryingLog;
  /** Ends the days of what still runs. */
  readonly now: number;
}

/** Which of the two counts is billed is a matter of the carrier, so both are printed. */
export function EquipmentTable({ log: { units }, now }: EquipmentProps) {
  if (units.length === 0) return null;
  const days = units.map((unit) => equipmentDays(unit, now));
  const sum = (key: 'calendarDays' | 'periods'): number => days.reduce((all, one) => all + one[key], 0);
  return (
    <PaperSection heading={dryingPaperWords.equipment}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{dryingPaperWords.unit}</th>
            <th scope="col">{dryingPaperWords.equipment}</th>
            <th scope="col">{dryingPaperWords.placed}</th>
            <th scope="col">{dryingPaperWords.removed}</th>
            <th scope="col">{dryingPaperWords.calendarDays}</th>
            <th scope="col">{dryingPaperWords.periods}</th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit, place) => {
            const removed = unit.placements.at(-1)?.until ?? null;
            return (
              <tr key={unit.name}>
                <th scope="row">{unit.name}</th>
                <td>{unitKind(unit)}</td>
                <td>
                  {unit.placements.map(({ from, chamber, count }) => (
                    <span key={`${from.at} ${chamber}`} className={css.line}>
                      {`${momentThere(from)} · ${chamber ?? '?'}${count > 1 ? ` · ${count}` : ''}`}
                    </span>
                  ))}
                </td>
                <td>{removed === null ? dryingPaperWords.running : momentThere(removed)}</td>
                <td>{days[place]?.calendarDays}</td>
                <td>{days[place]?.periods}</td>
              </tr>
            );
          })}
          <tr>
            <th scope="row" colSpan={4}>
              {dryingPaperWords.total}
            </th>
            <td>{sum('calendarDays')}</td>
            <td>{sum('periods')}</td>
          </tr>
        </tbody>
      </table>
    </PaperSection>
  );
}

interface GapsProps {
  readonly log: DryingLog;
  readonly days: readonly DryingDay[];
  readonly now: number;
}

/** An honest record says what it lacks. */
export function GapsOnPaper({ log, days, now }: GapsProps) {
  const { unread, withoutUnaffected, withoutOutside, notDry, notRemoved } = gapsIn(log, days, now);
  const dates = (some: readonly string[]): string => some.map(formatDate).join(', ');
  const names = (some: readonly { readonly name: string }[]): string =>
    some.map(({ name }) => name).join(', ');
  const lines = [
    unread.length > 0 && dryingPaperWords.unread({ days: unread.map(spanText).join(', ') }),
    withoutUnaffected.length > 0 && dryingPaperWords.withoutUnaffected({ days: dates(withoutUnaffected) }),
    withoutOutside.length > 0 && dryingPaperWords.withoutOutside({ days: dates(withoutOutside) }),
    notDry.length > 0 && dryingPaperWords.notDry({ names: names(notDry) }),
    notRemoved.length > 0 && dryingPaperWords.notRemoved({ names: names(notRemoved) }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <PaperSection heading={dryingPaperWords.gaps}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </PaperSection>
  );
}

function spanText({ from, to }: { readonly from: string; readonly to: string }): string {
  const [first, last] = [formatDate(from), formatDate(to)];
  return from === to ? first : dryingPaperWords.span({ first, last });
}

export function NotesOnPaper({ log }: { readonly log: DryingLog }) {
  const corrections = correctionsIn(log);
  return (
    <>
      {corrections.length > 0 && (
        <PaperSection heading={dryingPaperWords.corrections}>
          {corrections.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </PaperSection>
      )}
      {log.notes.length > 0 && (
        <PaperSection heading={dryingPaperWords.notes}>
          {log.notes.map((note, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes have no name, and two may be the same
            <p key={place} className={css.note}>{`${momentThere(note)} · ${note.who}: ${note.text}`}</p>
          ))}
        </PaperSection>
      )}
    </>
  );
}

function correctionsIn({ places, chambers, points, units }: DryingLog): string[] {
  const named: readonly (readonly [string, readonly Reading<Air | number>[]])[] = [
    ...AIR_PLACES.map((place) => [placeName(place), places[place]] as const),
    ...[...chambers, ...units, ...points].map((item) => [item.name, item.readings] as const),
  ];
  return named.flatMap(([name, readings]) =>
    readings.flatMap((reading) => {
      const { who, value, skip, corrected } = reading;
      if (!corrected) return [];
      return dryingPaperWords.correction({
        name,
        when: momentThere(reading),
        who,
        value: value === null ? (skip ?? '') : valueText(value),
        by: corrected.who,
        at: momentThere(corrected),
      });
    }),
  );
}
