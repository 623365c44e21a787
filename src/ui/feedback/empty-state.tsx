import '@mantine/core/styles/EmptyState.layer.css';
import { EmptyState as MantineEmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './empty-state.module.css';
import dry from './pictures/dry.svg?no-inline';
import none from './pictures/none.svg?no-inline';
import tray from './pictures/tray.svg?no-inline';

/** Each picture is a file that loads when shown: `dry` if all is well, `none` if a search found nothing. */
const PICTURES = { dry, none, tray };

interface EmptyStateProps {
  readonly picture?: keyof typeof PICTURES;
  readonly title: string;
  /** What the user can do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ picture = 'tray', title, children, action }: EmptyStateProps) {
  return (
    <MantineEmptyState
      classNames={{ root: css.empty, indicator: css.picture }}
      size="sm"
      icon={<img src={PICTURES[picture]} width={128} height={96} alt="" />}
      title={title}
      description={children}
    >
      {action && <MantineEmptyState.Actions>{action}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  );
}
