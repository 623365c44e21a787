import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { AriaAttributes, KeyboardEvent, ReactNode, Ref } from 'react';

interface Props
  extends Pick<ActionIconProps, 'disabled'>,
    Pick<AriaAttributes, 'aria-haspopup' | 'aria-expanded'> {
  /** Action and object: 'Edit Ann Lee'. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

export function IconButton({ label, ...props }: Props) {
  return <ActionIcon aria-label={label} title={label} {...props} />;
}
