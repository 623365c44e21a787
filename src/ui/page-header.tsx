import type { ReactNode } from 'react';
import css from './page-header.module.css';
import { useWindowSize } from './use-window-size.ts';

interface Props {
  readonly title: string;
  /** The top bar already shows the title, except on a phone. */
  readonly inBar?: boolean;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHeader({ title, inBar = false, note, children }: Props) {
  const size = useWindowSize();
  const hasTitle = !inBar || size === 'small';
  if (!hasTitle && note === undefined && children === undefined) return null;
  return (
    <div className={css.header}>
      <div className={css.words}>
        {hasTitle && <h1 className={css.title}>{title}</h1>}
        {note !== undefined && (
          <p className={css.note} role="status">
            {note}
          </p>
        )}
      </div>
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}
