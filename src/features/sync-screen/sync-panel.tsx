import type { ReactNode } from 'react';
import own from './sync-panel.module.css';
import css from './sync-screen.module.css';

interface Props {
  readonly id: string;
  readonly heading: string;
  readonly children: ReactNode;
}

export function SyncPanel({ id, heading, children }: Props) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {heading}
      </h2>
      <div className={own.panel}>{children}</div>
    </section>
  );
}

/** Hidden from screen readers, because a sentence beside it says the same. */
export function Meter({ percent }: { readonly percent: number }) {
  return (
    <div className={own.meter} aria-hidden>
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}
