import { Link } from 'react-router-dom';
import { Figure } from '../../ui/text/figure.tsx';
import { formatCount } from '../../words/formats.ts';
import css from './stat-card.module.css';

interface Props {
  readonly label: string;
  /** Undefined while it is not known. */
  readonly value: number | undefined;
  /** It is not known, and not about to be. */
  readonly unfetched: boolean;
  /** The list of what it counts. */
  readonly to: string;
}

/** One figure that leads to what it counts. */
export function StatCard({ label, value, unfetched, to }: Props) {
  return (
    <Link to={to} className={css['card']}>
      <span className={css['label']}>{label}</span>
      <span className={css['value']}>
        <Figure text={value === undefined ? undefined : formatCount(value)} unfetched={unfetched} />
      </span>
    </Link>
  );
}
