import type { ReactNode } from 'react';
import css from './record-cards.module.css';

interface Props {
  readonly children: ReactNode;
}

/** On a phone, the second column is below the first. */
export function RecordColumns({ children }: Props) {
  return <div className={css.columns}>{children}</div>;
}

export function RecordColumn({ children }: Props) {
  return <div className={css.column}>{children}</div>;
}

export function RecordCard({ children }: Props) {
  return <div className={css.card}>{children}</div>;
}
