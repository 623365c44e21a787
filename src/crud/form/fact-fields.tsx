import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CLAIM_FACTS, readClaim, writeClaim } from '../../domain/day/claim.ts';
import { freeText, writeFreeText } from '../../domain/day/text-blocks.ts';
import { storedTextWords } from '../../words/form.ts';
import { claimHints, claimLabels, claimWords } from '../../words/jobs.ts';
import css from './fact-fields.module.css';

interface FactField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Replaces the hint while the user types. */
  readonly reading?: string | undefined;
  /** Shown unless the user is typing in this field. */
  readonly problem?: string | undefined;
  readonly refused?: boolean;
}

interface FactFieldsProps<Name extends string> {
  readonly title: string;
  readonly about: string;
  readonly fields: readonly FactField<Name>[];
  readonly onChange: (name: Name, value: string) => void;
  /** The form shows the whole stored text. */
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
}

/** Writes every input into the text immediately. */
export function FactFields<Name extends string>({
  title,
  about,
  fields,
  onChange,
  stored,
  onStored,
}: FactFieldsProps<Name>) {
  /** The text as typed, because a stored line cannot end with a space or a comma. */
  const [typed, setTyped] = useState<{ readonly name: Name; readonly text: string } | null>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const isRefused = fields.some(({ refused }) => refused);
  useEffect(() => {
    if (isRefused && details.current) details.current.open = true;
  }, [isRefused]);
  return (
    <details ref={details} className={css.facts} data-span="whole">
      <summary className={css.title}>{title}</summary>
      <p className={css.about}>{about}</p>
      <div className={css.fields}>
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

interface ClaimFieldsProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
}

const HINTS: Readonly<Partial<Record<string, string>>> = claimHints;

export function ClaimFields({ text, onChange, ...shown }: ClaimFieldsProps) {
  const claim = readClaim(text);
  return (
    <FactFields
      title={claimWords.title}
      about={claimWords.about}
      fields={CLAIM_FACTS.map((name) => ({
        name,
        label: claimLabels[name],
        hint: HINTS[name],
        value: claim[name],
      }))}
      onChange={(name, value) => onChange(writeClaim(text, { [name]: value }))}
      {...shown}
    />
  );
}

interface FreeTextFieldProps {
  readonly label: string;
  readonly rows: number;
  /** The stored text, including facts. */
  readonly text: string;
  readonly blocks: readonly string[];
  readonly error: string | undefined;
  readonly stored: boolean;
  readonly onChange: (text: string) => void;
}

/** Hides facts, which have fields of their own. A typed line becomes a fact only while the stored text is shown. */
export function FreeTextField({ label, rows, text, blocks, error, stored, onChange }: FreeTextFieldProps) {
  return (
    <Textarea
      label={label}
      description={stored ? storedTextWords.about : undefined}
      wrapperProps={{ 'data-span': 'whole' }}
      rows={stored ? Math.max(rows, 8) : rows}
      autoComplete="off"
      error={error}
      value={stored ? text : freeText(text, blocks)}
      onChange={({ currentTarget: { value } }) =>
        onChange(stored ? value : writeFreeText(text, blocks, value))
      }
    />
  );
}
