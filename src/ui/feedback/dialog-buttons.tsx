import type { ReactNode } from 'react';
import css from './dialog.module.css';

/** The row of buttons at the end of a dialog: always in sight, across the whole width on phones. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css['buttons']} data-no-print>
      {children}
    </div>
  );
}
