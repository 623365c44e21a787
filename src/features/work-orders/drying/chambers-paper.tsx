import { PaperSection } from '../../../crud/paper/paper.tsx';
import type { ChamberStatus, PointStatus } from '../../../domain/drying/chamber-status.ts';
import { round } from '../../../domain/drying/names.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingPaperWords } from '../../../words/drying.ts';
import { momentThere } from './drying-names.ts';
import css from './drying-paper.module.css';

interface Props {
  readonly chambers: readonly ChamberStatus[];
}

export function ChamberTable({ chambers }: Props) {
  return (
    <PaperSection heading={dryingPaperWords.chambers}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{dryingPaperWords.chamber}</th>
            <th scope="col">{dryingPaperWords.rooms}</th>
            <th scope="col">{dryingPaperWords.category}</th>
            <th scope="col">{dryingPaperWords.lossClass}</th>
            <th scope="col">{dryingPaperWords.volume}</th>
          </tr>
        </thead>
        <tbody>
          {chambers.map(({ chamber: { name, fact } }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{fact.rooms.join(' + ')}</td>
              <td>{fact.category ?? '-'}</td>
              <td>{fact.lossClass ?? '-'}</td>
              <td>{fact.cubicFeet === null ? '-' : dryingPaperWords.cubicFeet({ count: fact.cubicFeet })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PaperSection>
  );
}

/** Only what was read in a chamber's latest visit is verified. */
export function VerificationTable({ chambers }: Props) {
  return (
    <PaperSection heading={dryingPaperWords.verification}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{dryingPaperWords.chamber}</th>
            <th scope="col">{dryingPaperWords.lastRead}</th>
            <th scope="col">{dryingPaperWords.atGoal}</th>
            <th scope="col">{dryingPaperWords.notAtGoal}</th>
            <th scope="col">{dryingPaperWords.declaredDry}</th>
          </tr>
        </thead>
        <tbody>
          {chambers.map(({ chamber: { name, dry }, day, verdict, points }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{day === null ? '-' : formatDate(day)}</td>
              <td>{dryingPaperWords.countOf({ atGoal: verdict.atGoal, open: verdict.open })}</td>
              <td>
                {verdict.isAllAtGoal
                  ? '-'
                  : points
                      .filter(({ isAtGoal }) => !isAtGoal)
                      .map((status) => (
                        <span key={status.point.name} className={css.line}>
                          {notAtGoalText(status, day)}
                        </span>
                      ))}
              </td>
              <td>
                {dry
                  ? [momentThere(dry), dry.who, dry.remark].filter(Boolean).join(' · ')
                  : dryingPaperWords.no}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PaperSection>
  );
}

function notAtGoalText({ point: { name, fact }, latest }: PointStatus, day: string | null): string {
  if (latest === null) return dryingPaperWords.neverRead({ name });
  const said = { name, value: round(latest.value), day: formatDate(latest.day) };
  if (latest.day !== day) return dryingPaperWords.readBefore(said);
  return fact.goal === null
    ? dryingPaperWords.withoutGoal(said)
    : dryingPaperWords.overGoal({ ...said, goal: round(fact.goal) });
}
