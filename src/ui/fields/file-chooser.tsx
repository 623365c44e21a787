import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { useRef } from 'react';

interface Props extends Omit<ButtonProps, 'children'> {
  /** The accessible name of the input. */
  readonly label: string;
  readonly accept: string;
  readonly onTake: (file: File) => void;
  readonly children: string;
}

/** A button that opens the device's file chooser. The same file can be chosen again. */
export function FileChooser({ label, accept, onTake, children, ...button }: Props) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={reset}
      accept={accept}
      inputProps={{ 'aria-label': label }}
      onChange={(file) => {
        if (file) onTake(file);
        reset.current?.();
      }}
    >
      {(props) => (
        <Button {...button} {...props}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
