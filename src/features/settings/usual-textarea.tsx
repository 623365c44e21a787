import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';

interface Props extends Pick<TextareaProps, 'label' | 'description' | 'onChange'> {
  readonly value: string;
  /** Used while the setting is empty. */
  readonly usual: string;
}

/** Shows the usual text for an empty setting until the field is edited, so that an emptied field stays empty. */
export function UsualTextarea({ value, usual, onChange, ...field }: Props) {
  const [isEdited, setEdited] = useState(false);
  return (
    <Textarea
      {...field}
      rows={8}
      value={isEdited ? value : value || usual}
      onChange={(event) => {
        setEdited(true);
        onChange?.(event);
      }}
    />
  );
}
