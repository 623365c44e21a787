import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer } from '../../domain/customer.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';

type TextField = Exclude<keyof Customer, 'customer_type' | 'status'>;

const PLAUSIBLE_EMAIL = /^\S+@\S+\.\S+$/;

/** The fields of a customer. Hints say what a server will want; nothing here blocks saving. */
export function CustomerForm({ draft, errors, onChange }: ResourceFormProps<Customer>) {
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
        {...field('first_name', hint(draft.first_name.trim() === '', 'Usually required'))}
      />
      <TextInput
        label="Last Name"
        autoCapitalize="words"
        {...field('last_name', hint(draft.last_name.trim() === '', 'Usually required'))}
      />
      <TextInput
        label="Email"
        type="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        {...field(
          'email',
          hint(!PLAUSIBLE_EMAIL.test(draft.email.trim()), 'Usually required, like name@example.com'),
        )}
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

/** A hint keeps its line when it has nothing to say, so that fields do not jump while one types. */
function hint(wanted: boolean, text: string): string {
  return wanted ? text : '\u00a0';
}
