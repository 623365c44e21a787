import type { ReactNode } from 'react';
import css from './page-header.module.css';

interface Props {
  readonly title: string;
  /** On a phone the top bar shows the title, and this one is for screen readers. */
  readonly inBar?: boolean;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHeader({ title, inBar = false, note, children }: Props) {
  const isEmpty = inBar && note === undefined && children === undefined;
  return (
    <div className={css.header} data-empty={isEmpty || undefined}>
      <div className={css.words}>
        <h1 className={css.title} data-in-bar={inBar || undefined}>
          {title}
        </h1>
        {note !== undefined && (
          <p className={css.note} role="status">
            {note}
          </p>
        )}
      </div>
      {children && <div>{children}</div>}
    </div>
  );
}
