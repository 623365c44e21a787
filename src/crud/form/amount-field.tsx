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
  /** 'dollars' has two decimals, 'percent' up to four. Default dollars. */
  readonly unit?: 'dollars' | 'percent';
  readonly onChange: (value: Amount) => void;
}

/**
 * An amount as a person writes it: '12,500'. Blank is 0, or nothing again where the server had nothing. What is
 * no amount goes into the draft as text, which saving refuses.
 */
export function AmountField({ label, value, error, span, unit = 'dollars', onChange }: Props) {
  const decimals = unit === 'dollars' ? 2 : 4;
  const [blank] = useState(() => (value === null ? null : 0));
  const [typed, setTyped] = useState(() => textOf(value, unit));
  // A value from elsewhere, like a computed total, takes the place of what was typed.
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

/** Nothing and 0 show as the field's placeholder. */
function textOf(value: Amount, unit: 'dollars' | 'percent'): string {
  if (typeof value !== 'number') return value ?? '';
  if (value === 0) return '';
  return value.toLocaleString('en-US', {
    minimumFractionDigits: unit === 'dollars' ? 2 : 0,
    maximumFractionDigits: unit === 'dollars' ? 2 : 4,
  });
}
