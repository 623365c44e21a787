import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { KeyboardEvent, ReactNode, Ref } from 'react';

interface Props extends Pick<ActionIconProps, 'disabled'> {
  /** Action and object: 'Edit Ann Lee'. */
  readonly label: string;
  /** Only for a button that opens a menu. */
  readonly expanded?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

export function IconButton({ label, expanded, ...props }: Props) {
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      aria-haspopup={expanded === undefined ? undefined : 'menu'}
      aria-expanded={expanded}
      {...props}
    />
  );
}
