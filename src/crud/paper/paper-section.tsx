import type { ReactNode } from 'react';
import css from './paper.module.css';

/** A part of a document under its heading. */
export function PaperSection({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={css['text']}>
      <h2 className={css['label']}>{heading}</h2>
      {children}
    </section>
  );
}
