import type { ReactNode } from 'react';
import { EmptyIcon, NoMatchIcon } from '../icons.ts';
import css from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon?: 'empty' | 'noMatch';
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon = 'empty', title, children, action }: EmptyStateProps) {
  const Icon = icon === 'empty' ? EmptyIcon : NoMatchIcon;
  return (
    <div className={css.empty}>
      <span className={css.round}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <p className={css.title}>{title}</p>
      {children && <p className={css.words}>{children}</p>}
      {action}
    </div>
  );
}
