import type { ReactNode } from 'react';
import css from './page-header.module.css';

interface Props {
  readonly title: string;
  /** The top bar says the same: on a phone it is said there alone, and here to whoever reads headings. */
  readonly inBar?: boolean;
  /** A short line beside the title: how many there are, how old they are. Read out when it changes. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** The heading of a screen with its buttons. */
export function PageHeader({ title, inBar = false, note, children }: Props) {
  const isEmpty = inBar && note === undefined && children === undefined;
  return (
    <div className={css['header']} data-empty={isEmpty || undefined}>
      <div className={css['words']}>
        <h1 className={css['title']} data-in-bar={inBar || undefined}>
          {title}
        </h1>
        {note !== undefined && (
          <p className={css['note']} role="status">
            {note}
          </p>
        )}
      </div>
      {children && <div className={css['action']}>{children}</div>}
    </div>
  );
}
