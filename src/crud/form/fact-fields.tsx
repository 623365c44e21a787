import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { storedTextWords } from '../../words/form.ts';
import css from './fact-fields.module.css';

/** A line of a text as a field of a form. */
export interface FactField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string | undefined;
  /** As it stands in the text, or what that means. */
  readonly value: string;
  /** The values to choose from, where they are known. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Stands in the place of the hint while the field is typed into. */
  readonly reading?: string | undefined;
  /** The fault of the value. It is not shown while a person types. */
  readonly problem?: string | undefined;
  /** The form was not saved because of it: it is brought into sight. */
  readonly refused?: boolean;
}

interface Props<Name extends string> {
  readonly title: string;
  /** Where the lines are kept. */
  readonly about: string;
  readonly fields: readonly FactField<Name>[];
  readonly onChange: (name: Name, value: string) => void;
  /** Tells if the form shows the text as it is stored. */
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
}

/** Lines of a text as fields of a form, which open on demand: what is typed here stands in the text at once. */
export function FactFields<Name extends string>({
  title,
  about,
  fields,
  onChange,
  stored,
  onStored,
}: Props<Name>) {
  /** As it is being typed: a line has no blanks at its end, nor a comma. */
  const [typed, setTyped] = useState<{ readonly name: Name; readonly text: string } | null>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const isRefused = fields.some(({ refused }) => refused);
  useEffect(() => {
    if (isRefused && details.current) details.current.open = true;
  }, [isRefused]);
  return (
    <details ref={details} className={css['facts']} data-span="whole">
      <summary className={css['title']}>{title}</summary>
      <p className={css['about']}>{about}</p>
      <div className={css['fields']}>
        {fields.map((field) => {
          const typing = typed?.name === field.name ? typed.text : null;
          const error = typing === null || field.refused ? field.problem : undefined;
          return field.choices ? (
            <NativeSelect
              key={field.name}
              label={field.label}
              description={field.hint}
              value={field.value}
              data={[...field.choices]}
              onChange={({ currentTarget: { value } }) => onChange(field.name, value)}
            />
          ) : (
            <TextInput
              key={field.name}
              label={field.label}
              description={error ? undefined : (typing !== null && field.reading) || field.hint}
              error={error}
              autoComplete="off"
              value={typing ?? field.value}
              onChange={({ currentTarget: { value: text } }) => {
                setTyped({ name: field.name, text });
                onChange(field.name, text);
              }}
              onBlur={() => setTyped(null)}
            />
          );
        })}
        <Switch
          label={storedTextWords.show}
          checked={stored}
          onChange={({ currentTarget }) => onStored(currentTarget.checked)}
        />
      </div>
    </details>
  );
}
