import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { AddressFields } from '../../crud/form/address-fields.tsx';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer } from '../../domain/customer.ts';
import { FIELD_LABELS } from '../../domain/field-labels.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { textFieldProps } from '../../ui/fields/text-field-props.ts';
import { type Hint, REQUIRED_HINT, useHint } from '../../ui/fields/use-hint.ts';

const EMAIL_HINT: Hint = {
  settled: /^\s*\S+@\S+\.\S+\s*$/,
  text: 'Usually required, like name@example.com',
};

/** The fields of a customer. Hints say what a server will want; nothing here blocks saving. */
export default function CustomerForm({ draft, errors, onChange }: ResourceFormProps<Customer>) {
  const field = textFieldProps<keyof Customer>({ draft, errors, onChange });
  const firstNameHint = useHint(draft.first_name, REQUIRED_HINT);
  const lastNameHint = useHint(draft.last_name, REQUIRED_HINT);
  const emailHint = useHint(draft.email, EMAIL_HINT);
  return (
    <>
      <TextInput
        label={FIELD_LABELS.first_name}
        autoCapitalize="words"
        data-autofocus
        {...field('first_name', firstNameHint)}
      />
      <TextInput
        label={FIELD_LABELS.last_name}
        autoCapitalize="words"
        {...field('last_name', lastNameHint)}
      />
      <TextInput
        label={FIELD_LABELS.email}
        type="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        {...field('email', emailHint)}
      />
      <TextInput
        label={FIELD_LABELS.phone}
        type="tel"
        inputMode="tel"
        {...field('phone', 'Like +1-555-123-4567')}
      />
      <TextInput
        label={FIELD_LABELS.company_name}
        wrapperProps={{ 'data-span': 'whole' }}
        autoCapitalize="words"
        {...field('company_name')}
      />
      <ChoiceField
        label={FIELD_LABELS.customer_type}
        value={draft.customer_type}
        choices={CUSTOMER_TYPES}
        error={errors['customer_type']}
        onChange={(customer_type) => onChange({ customer_type })}
      />
      <ChoiceField
        label={FIELD_LABELS.status}
        value={draft.status}
        choices={CUSTOMER_STATUSES}
        error={errors['status']}
        onChange={(status) => onChange({ status })}
      />
      <AddressFields value={draft} errors={errors} onChange={onChange} />
    </>
  );
}
