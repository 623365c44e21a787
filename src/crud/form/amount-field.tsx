import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountProblem } from '../../domain/check.ts';
import { type Amount, parseAmount } from '../../domain/money.ts';
import { type FieldSpan, spanOf } from '../../ui/fields/form-fields.tsx';

interface Props {
  readonly label: string;
  readonly value: Amount;
  readonly error?: string | undefined;
  readonly span?: FieldSpan;
  /** 'dollars' allows two decimals, 'percent' four. Default 'dollars'. */
  readonly unit?: 'dollars' | 'percent';
  readonly onChange: (value: Amount) => void;
}

/**
 * A blank field means 0, or null if the first value was null. Invalid text goes into the draft, so saving is refused.
 */
export function AmountField({ label, value, error, span, unit = 'dollars', onChange }: Props) {
  const decimals = unit === 'dollars' ? 2 : 4;
  const [blank] = useState(() => (value === null ? null : 0));
  const [typed, setTyped] = useState(() => textOf(value, unit));
  // A value from elsewhere, such as a computed total, replaces the typed text.
  const shown = meant(typed) === value ? typed : textOf(value, unit);
  const [typing, setTyping] = useState(false);

  function meant(text: string): Amount {
    return text.trim() === '' ? blank : (parseAmount(text, decimals) ?? text);
  }

  return (
    <TextInput
      label={label}
      value={shown}
      error={error ?? (typing ? undefined : amountProblem(value, unit))}
      {...spanOf(span)}
      inputMode="decimal"
      autoComplete="off"
      placeholder={unit === 'dollars' ? '0.00' : '0'}
      leftSection={unit === 'dollars' ? <span aria-hidden>$</span> : undefined}
      rightSection={unit === 'percent' ? <span aria-hidden>%</span> : undefined}
      onChange={({ currentTarget }) => {
        setTyping(true);
        setTyped(currentTarget.value);
        onChange(meant(currentTarget.value));
      }}
      onBlur={() => {
        setTyping(false);
        setTyped(textOf(meant(typed), unit));
      }}
    />
  );
}

function textOf(value: Amount, unit: 'dollars' | 'percent'): string {
  if (typeof value !== 'number') return value ?? '';
  if (value === 0) return '';
  return value.toLocaleString('en-US', {
    minimumFractionDigits: unit === 'dollars' ? 2 : 0,
    maximumFractionDigits: unit === 'dollars' ? 2 : 4,
  });
}
