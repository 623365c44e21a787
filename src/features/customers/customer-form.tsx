import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer } from '../../domain/customer.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';

type TextField = Exclude<keyof Customer, 'customer_type' | 'status'>;

interface Hint {
  /** What a field holds when it needs no hint. */
  readonly settled: RegExp;
  readonly text: string;
}

const NAME_HINT: Hint = { settled: /\S/, text: 'Usually required' };
const EMAIL_HINT: Hint = {
  settled: /^\s*\S+@\S+\.\S+\s*$/,
  text: 'Usually required, like name@example.com',
};

/** The fields of a customer. Hints say what a server will want; nothing here blocks saving. */
export function CustomerForm({ draft, errors, onChange }: ResourceFormProps<Customer>) {
  const [first] = useState(draft);
  const field = (name: TextField, description?: string) => ({
    value: draft[name],
    error: errors[name],
    // What the server said takes the hint's place: a blank line between would tear it from its field.
    description: errors[name] ? undefined : description,
    // The browser would offer the details of the person at the keyboard.
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="First Name"
        autoCapitalize="words"
        data-autofocus
        {...field('first_name', hint(draft.first_name, first.first_name, NAME_HINT))}
      />
      <TextInput
        label="Last Name"
        autoCapitalize="words"
        {...field('last_name', hint(draft.last_name, first.last_name, NAME_HINT))}
      />
      <TextInput
        label="Email"
        type="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        {...field('email', hint(draft.email, first.email, EMAIL_HINT))}
      />
      <TextInput label="Phone" type="tel" inputMode="tel" {...field('phone', 'Like +1-555-123-4567')} />
      <TextInput
        label="Company Name"
        wrapperProps={{ 'data-span': 'whole' }}
        autoCapitalize="words"
        {...field('company_name')}
      />
      <ChoiceField
        label="Customer Type"
        value={draft.customer_type}
        choices={CUSTOMER_TYPES}
        error={errors['customer_type']}
        onChange={(customer_type) => onChange({ customer_type })}
      />
      <ChoiceField
        label="Status"
        value={draft.status}
        choices={CUSTOMER_STATUSES}
        error={errors['status']}
        onChange={(status) => onChange({ status })}
      />
      <AddressFields value={draft} errors={errors} onChange={onChange} />
    </>
  );
}

/**
 * A hint that the form opened with keeps its line when it has nothing to say any more, so that fields do not
 * jump while one types; a field that was in order from the start has no hole below it.
 */
function hint(value: string, first: string, { settled, text }: Hint): string | undefined {
  if (!settled.test(value)) return text;
  return settled.test(first) ? undefined : '\u00a0';
}
