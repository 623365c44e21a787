import type { ReactNode } from 'react';
import { paperWords } from '../../words/record.ts';
import { formatDay } from '../day-text.tsx';
import { useToday } from '../use-now.ts';
import { Letterhead } from './letterhead.tsx';
import css from './paper.module.css';
import { type PaperFactList, PaperFacts } from './paper-facts.tsx';

interface Props {
  /** What kind of document it is: 'Estimate'. */
  readonly heading: string;
  /** Its number, its dates: they stand below the heading. */
  readonly facts: PaperFactList;
  /** The day of printing is among the facts. */
  readonly dated?: boolean;
  readonly children: ReactNode;
}

/** A printed document: the company's letterhead, what it is, what it says, and when it was printed. */
export function Paper({ heading, facts, dated = false, children }: Props) {
  const today = useToday();
  return (
    <article>
      <div className={css['head']}>
        <Letterhead />
        <div className={css['what']}>
          <h1 className={css['heading']}>{heading}</h1>
          <PaperFacts facts={facts} />
        </div>
      </div>
      {children}
      {!dated && <p className={css['printed']}>{paperWords.printed({ day: formatDay(today) })}</p>}
    </article>
  );
}
