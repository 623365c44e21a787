import { type ReactNode, useId } from 'react';
import css from './panel.module.css';

interface Props {
  readonly title: string;
  /** Links beside the title. */
  readonly ways?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the dashboard. */
export function Panel({ title, ways, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.panel}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {ways && <p className={css.ways}>{ways}</p>}
      </div>
      {children}
    </section>
  );
}

/** Says in one line what will stand here. */
export function Nothing({ children }: { readonly children: string }) {
  return <p className={css.none}>{children}</p>;
}
