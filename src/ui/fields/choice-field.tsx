import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { choiceLabel } from './choice-label.ts';
import { type FieldSpan, spanOf } from './field-span.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly error?: string | undefined;
  readonly span?: FieldSpan;
  readonly onChange: (value: string) => void;
}

/**
 * A field with a few fixed values, as the device's own picker. A value that the list does not know, from
 * a newer server, is offered as it is, so that saving something else does not lose it.
 */
export function ChoiceField({ label, value, choices, error, span, onChange }: Props) {
  const offered = choices.includes(value) ? choices : [value, ...choices];
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      {...spanOf(span)}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={offered.map((choice) => ({ value: choice, label: choiceLabel(choice, choices) }))}
    />
  );
}
