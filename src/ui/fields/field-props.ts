import type { ChangeEvent } from 'react';

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
