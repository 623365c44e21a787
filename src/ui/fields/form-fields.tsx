import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { choiceLabel } from './choice-chip.tsx';

interface ChoiceFieldProps {
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
export function ChoiceField({ label, value, choices, error, span, onChange }: ChoiceFieldProps) {
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

interface Form<K extends string> {
  readonly draft: Readonly<Record<K, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Record<K, string>>) => void;
}

/** What every text field of a form is given, by the name of what it edits. */
export function textFieldProps<K extends string>({ draft, errors, onChange }: Form<K>) {
  return (name: K, hint?: string) => ({
    value: draft[name],
    error: errors[name],
    // What the server said takes the hint's place: a blank line between would tear it from its field.
    description: errors[name] ? undefined : hint,
    // The browser would offer the details of the person at the keyboard.
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: event.currentTarget.value } as Partial<Record<K, string>>),
  });
}

interface ValueForm<D> {
  readonly draft: D;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<D>) => void;
}

/** What a field that hands its value on is given, by the name of what it edits. */
export function valueFieldProps<D>({ draft, errors, onChange }: ValueForm<D>) {
  return <K extends keyof D & string>(name: K) => ({
    value: draft[name],
    error: errors[name],
    onChange: (value: D[K]) => onChange({ [name]: value } as unknown as Partial<D>),
  });
}

/**
 * How much of a form's row a field takes: half of it where nothing is said, and all of it on a phone. 'half' and 'short'
 * are half of it there.
 */
export type FieldSpan = 'whole' | 'half' | 'third' | 'short';

export function spanOf(span: FieldSpan | undefined): { wrapperProps?: { 'data-span': FieldSpan } } {
  return span ? { wrapperProps: { 'data-span': span } } : {};
}
