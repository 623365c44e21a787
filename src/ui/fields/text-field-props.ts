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
