import type { ReactNode } from 'react';
import css from './page-header.module.css';

interface Props {
  readonly title: string;
  /** A short line beside the title: how many there are, how old they are. Read out when it changes. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** The heading of a screen with its buttons. */
export function PageHeader({ title, note, children }: Props) {
  return (
    <div className={css['header']}>
      <h1 className={css['title']}>{title}</h1>
      <p className={css['note']} role="status">
        {note}
      </p>
      {children && <div className={css['action']}>{children}</div>}
    </div>
  );
}
