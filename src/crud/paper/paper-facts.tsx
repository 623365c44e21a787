import type { ReactNode } from 'react';
import css from './paper.module.css';

/** Names and values. What is null or blank is not printed. */
export type PaperFactList = readonly (readonly [name: string, value: ReactNode])[];

interface Props {
  readonly facts: PaperFactList;
  /**
   * `short` stands in a corner, `wide` has the page, and of `sums`, which are amounts with their ends in line, the last one
   * is what it comes to.
   */
  readonly as?: 'short' | 'wide' | 'sums';
}

/** Facts, a line each. */
export function PaperFacts({ facts, as = 'short' }: Props) {
  const known = facts.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={css[as]}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
