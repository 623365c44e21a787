import { type ReactNode, useId } from 'react';
import css from './panel.module.css';

interface Props {
  readonly title: string;
  readonly ways?: ReactNode;
  readonly children: ReactNode;
}

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

/** A one-line note, for example that there is nothing to show. */
export function Nothing({ children }: { readonly children: string }) {
  return <p className={css.none}>{children}</p>;
}
