import { Link } from 'react-router-dom';
import css from './stat-card.module.css';

interface Props {
  readonly label: string;
  /** Undefined while it is not known. */
  readonly value: number | undefined;
  /** The list of what it counts. */
  readonly to: string;
}

/** One figure that leads to what it counts. */
export function StatCard({ label, value, to }: Props) {
  return (
    <Link to={to} className={css['card']}>
      <span className={css['label']}>{label}</span>
      <span className={css['value']}>{value === undefined ? '…' : value.toLocaleString('en-US')}</span>
    </Link>
  );
}
