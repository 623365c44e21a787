import '@mantine/core/styles/EmptyState.layer.css';
import { EmptyState as MantineEmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyIcon, NoMatchIcon } from '../icons.ts';
import css from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon?: 'empty' | 'noMatch';
  readonly title: string;
  /** What the user can do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon = 'empty', title, children, action }: EmptyStateProps) {
  const Icon = icon === 'empty' ? EmptyIcon : NoMatchIcon;
  return (
    <MantineEmptyState
      classNames={{ root: css.empty, indicator: css.round }}
      size="sm"
      variant="light"
      icon={<Icon size={28} stroke={1.5} aria-hidden />}
      title={title}
      description={children}
    >
      {action && <MantineEmptyState.Actions>{action}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  );
}
