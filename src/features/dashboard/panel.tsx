import { type ReactNode, useId } from 'react';
import css from './panel.module.css';

interface Props {
  readonly title: string;
  /** Beside the title: whose jobs these are. */
  readonly note?: string | undefined;
  readonly ways?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, note, ways, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.panel}>
      <div className={css.head}>
        <div className={css.named}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {note && <p className={css.note}>{note}</p>}
        </div>
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
