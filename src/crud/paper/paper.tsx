import type { ReactNode } from 'react';
import { Letterhead } from './letterhead.tsx';
import css from './paper.module.css';
import { type PaperFactList, PaperFacts } from './paper-facts.tsx';

interface Props {
  /** What kind of document it is: 'Estimate'. */
  readonly heading: string;
  /** Its number, its dates: they stand below the heading. */
  readonly facts: PaperFactList;
  readonly children: ReactNode;
}

/** A printed document: the company's letterhead, what it is, and what it says. */
export function Paper({ heading, facts, children }: Props) {
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
    </article>
  );
}
