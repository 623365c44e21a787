import { useNow } from '../../../crud/time.tsx';
import type { ChamberStatus, PointStatus } from '../../../domain/drying/chamber-status.ts';
import { pointPlace, round, valueText } from '../../../domain/drying/names.ts';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { dryingWords, visitWords } from '../../../words/drying.ts';
import { changeText } from './figures.tsx';
import css from './readings.module.css';
import type { Shown } from './readings-dialog.tsx';

interface Props extends Pick<ChamberStatus, 'dehumidifiers' | 'points' | 'removedPoints'> {
  readonly onShow: (shown: Shown) => void;
}

/** Lists everything that is read in one place, with its latest values. */
export function ReadList({ dehumidifiers, points, removedPoints, onShow }: Props) {
  const now = useNow();
  return (
    <ul className={css.list}>
      {dehumidifiers.map(({ unit, air: leaving, depression }) => (
        <li key={unit.name} className={css.row}>
          <button
            type="button"
            className={css.name}
            aria-label={dryingWords.showReadings({ name: unit.name })}
            onClick={() => onShow({ kind: 'unit', ref: unit })}
          >
            {`${unit.name} · ${unit.fact.kind}`}
          </button>
          <span className={css.figure}>
            {leaving && <span>{valueText(leaving)}</span>}{' '}
            {depression !== null && <span>{visitWords.depression({ grains: round(depression) })}</span>}
          </span>
        </li>
      ))}
      {points.map((point) => (
        <PointRow
          key={point.point.name}
          status={point}
          onShow={() => onShow({ kind: 'point', ref: point.point })}
        />
      ))}
      {removedPoints.map((point) => (
        <li key={point.name} className={css.row}>
          <button
            type="button"
            className={css.name}
            aria-label={dryingWords.showReadings({ name: point.name })}
            onClick={() => onShow({ kind: 'point', ref: point })}
          >
            {`${point.name} · ${pointPlace(point)}`}
          </button>
          <span className={css.muted}>
            {dryingWords.removedOn({ when: formatMoment(point.removed.at, now) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface PointProps {
  readonly status: PointStatus;
  readonly onShow: () => void;
}

function PointRow({ status: { point, latest, change, isAtGoal }, onShow }: PointProps) {
  const { goal } = point.fact;
  return (
    <li className={css.row}>
      <button
        type="button"
        className={css.name}
        aria-label={dryingWords.showReadings({ name: point.name })}
        onClick={onShow}
      >
        {`${point.name} · ${pointPlace(point)}`}
      </button>
      <span className={css.figure}>
        {latest && <b>{round(latest.value)}</b>}{' '}
        <span>{goal === null ? dryingWords.noGoal : dryingWords.goalIs({ goal: round(goal) })}</span>{' '}
        {isAtGoal && <span className={css.good}>{visitWords.isAtGoal}</span>}{' '}
        {change !== null && latest?.before && <span>{changeText(change, latest.before.day)}</span>}
      </span>
    </li>
  );
}
