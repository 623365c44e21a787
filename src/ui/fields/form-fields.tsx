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

/** Also offers a value that is not among the choices, because a newer server may send one. */
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

export function textFieldProps<K extends string>({ draft, errors, onChange }: Form<K>) {
  return (name: K, hint?: string) => ({
    value: draft[name],
    error: errors[name],
    // An error replaces the hint.
    description: errors[name] ? undefined : hint,
    // The browser would offer the user's own details.
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

export function valueFieldProps<D>({ draft, errors, onChange }: ValueForm<D>) {
  return <K extends keyof D & string>(name: K) => ({
    value: draft[name],
    error: errors[name],
    onChange: (value: D[K]) => onChange({ [name]: value } as unknown as Partial<D>),
  });
}

/**
 * The share of a row that a field takes, half by default. On a phone, 'half' and 'short' take half a row, the others a
 * whole one.
 */
export type FieldSpan = 'whole' | 'half' | 'third' | 'short';

export function spanOf(span: FieldSpan | undefined): { wrapperProps?: { 'data-span': FieldSpan } } {
  return span ? { wrapperProps: { 'data-span': span } } : {};
}
