import { Link } from 'react-router-dom';
import { Figure } from '../../ui/text/figure.tsx';
import { formatCount } from '../../words/formats.ts';
import { dashboardWords } from '../../words/reports.ts';
import css from './stat-card.module.css';

interface Props {
  readonly label: string;
  /** Undefined while it is not known. */
  readonly value: number | undefined;
  /** The number of these whose change needs attention. */
  readonly parked: number;
  /** It is not known, and not about to be. */
  readonly unfetched: boolean;
  /** The list of what it counts. */
  readonly to: string;
}

/** One figure that leads to what it counts. */
export function StatCard({ label, value, parked, unfetched, to }: Props) {
  return (
    <Link to={to} className={css['card']}>
      <span className={css['label']}>{label}</span>
      <span className={css['value']}>
        <Figure text={value === undefined ? undefined : formatCount(value)} unfetched={unfetched} />
      </span>
      {parked > 0 && <span className={css['parked']}>{dashboardWords.parked({ count: parked })}</span>}
    </Link>
  );
}
