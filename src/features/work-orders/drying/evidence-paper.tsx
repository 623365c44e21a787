import { PaperSection } from '../../../crud/paper/paper.tsx';
import { billedText } from '../../../domain/drying/billed-text.ts';
import type { DryingDay } from '../../../domain/drying/day-table.ts';
import type { DryingEntry } from '../../../domain/drying/drying-entries.ts';
import type { DryingLog, Unit } from '../../../domain/drying/drying-log.ts';
import { gapsIn } from '../../../domain/drying/drying-questions.ts';
import { kindIn, type Stay, staysOf, sumOfDays } from '../../../domain/drying/equipment-days.ts';
import { datedAhead } from '../../../domain/drying/fast-clocks.ts';
import { unitKind } from '../../../domain/drying/names.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingChangeWords, dryingPaperWords, dryingWords } from '../../../words/drying.ts';
import { changeLines } from './change-lines.ts';
import { momentThere } from './drying-names.ts';
import css from './drying-paper.module.css';
import { sharedIn } from './shared-labels.tsx';

interface EquipmentProps {
  readonly log: DryingLog;
  /** Ends the days of what still runs. */
  readonly now: number;
}

/** Which of the two counts is billed is a matter of the carrier, so both are printed, and which it is if somebody said. */
export function EquipmentTable({ log, now }: EquipmentProps) {
  const { units } = log;
  if (units.length === 0) return null;
  const stays = units.map((unit) => staysOf(unit, now));
  const total = sumOfDays(stays.flat());
  const billed = billedText(log, total);
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
        {units.map((unit, place) => (
          <UnitOnPaper key={unit.name} unit={unit} stays={stays[place] ?? []} />
        ))}
        <tbody>
          <SumRow name={dryingPaperWords.total} days={total} />
        </tbody>
      </table>
      {billed && <p>{billed}</p>}
      {stays.some(({ length }) => length > 1) && <p className={css.legend}>{dryingPaperWords.countedOnce}</p>}
      {stays.flat().some(({ endsLater }) => endsLater) && (
        <p className={css.legend}>{dryingPaperWords.endsLater}</p>
      )}
    </PaperSection>
  );
}

/** Each stay has a row, and several stays have a sum. */
function UnitOnPaper({ unit, stays }: { readonly unit: Unit; readonly stays: readonly Stay[] }) {
  const seen = unit.seen.at(-1);
  return (
    <tbody>
      {stays.map(({ placements, until, calendarDays, periods }, place) => (
        <tr key={placements[0].from.at}>
          <th scope="row">{unit.name}</th>
          <td>
            {unitKind({ fact: factIn(unit, placements.at(-1) ?? placements[0]) })}
            {place === stays.length - 1 && (
              <span className={css.line}>
                {seen
                  ? dryingWords.lastSeen({ who: seen.who, when: momentThere(seen) })
                  : dryingWords.neverSeen}
              </span>
            )}
          </td>
          <td>
            {placements.map((placement) => (
              <span key={`${placement.from.at} ${placement.chamber}`} className={css.line}>
                {placementText(placement)}
              </span>
            ))}
          </td>
          <td>{until === null ? dryingPaperWords.running : momentThere(until)}</td>
          <td>{calendarDays}</td>
          <td>{periods}</td>
        </tr>
      ))}
      {stays.length > 1 && (
        <SumRow name={dryingPaperWords.unitTotal({ name: unit.name })} days={sumOfDays(stays)} />
      )}
    </tbody>
  );
}

/** Each of several stays may be of another machine, or of another number of machines. */
function factIn(unit: Unit, placement: Stay['placements'][number]): Unit['fact'] {
  return { ...unit.fact, kind: kindIn(unit, placement), count: placement.count };
}

function placementText({ from, chamber, count }: Stay['placements'][number]): string {
  const when = momentThere(from);
  if (chamber === null) return dryingPaperWords.placedNowhere({ when });
  return count > 1
    ? dryingPaperWords.placedSeveral({ when, chamber, count })
    : dryingPaperWords.placedIn({ when, chamber });
}

function SumRow({
  name,
  days,
}: {
  readonly name: string;
  readonly days: Pick<Stay, 'calendarDays' | 'periods'>;
}) {
  return (
    <tr>
      <th scope="row" colSpan={4}>
        {name}
      </th>
      <td>{days.calendarDays}</td>
      <td>{days.periods}</td>
    </tr>
  );
}

interface GapsProps {
  readonly log: DryingLog;
  /** All of the job. */
  readonly entries: readonly DryingEntry[];
  readonly days: readonly DryingDay[];
  readonly now: number;
}

/** An honest record says what it lacks. */
export function GapsOnPaper({ log, entries, days, now }: GapsProps) {
  const gaps = gapsIn(log, days, now);
  const { unread, unreadChambers, withoutUnaffected, withoutOutside, notDry, notRemoved } = gaps;
  const dates = (some: readonly string[]): string => some.map(formatDate).join(', ');
  const names = (some: readonly { readonly name: string }[]): string =>
    some.map(({ name }) => name).join(', ');
  const lines = [
    unread.length > 0 && dryingPaperWords.unread({ days: unread.map(spanText).join(', ') }),
    ...unreadChambers.map(({ chamber, days: own }) =>
      dryingPaperWords.unreadChamber({ name: chamber.name, days: dates(own) }),
    ),
    withoutUnaffected.length > 0 && dryingPaperWords.withoutUnaffected({ days: dates(withoutUnaffected) }),
    withoutOutside.length > 0 && dryingPaperWords.withoutOutside({ days: dates(withoutOutside) }),
    notDry.length > 0 && dryingPaperWords.notDry({ names: names(notDry) }),
    notRemoved.length > 0 && dryingPaperWords.notRemoved({ names: names(notRemoved) }),
    ...sharedIn(log).map(({ said }) => dryingPaperWords.sharedLabel(said)),
    ...datedAhead(entries, now).map((entry) =>
      dryingPaperWords.datedAhead({ who: entry.who, when: momentThere(entry) }),
    ),
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
  const changes = changeLines(log, momentThere);
  return (
    <>
      {changes.length > 0 && (
        <PaperSection heading={dryingChangeWords.title}>
          {changes.map(({ sentence }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no name, and two may be the same
            <p key={place}>{sentence}</p>
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
