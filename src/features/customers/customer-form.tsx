import { fieldLabels } from '../../words/field-labels.ts';
import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { AddressFields } from '../../crud/form/address-fields.tsx';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, CUSTOMER_WANTED, type Customer } from '../../domain/customer.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { textFieldProps, valueFieldProps } from '../../ui/fields/field-props.ts';
import { type Hint, REQUIRED_HINT, useHint } from '../../ui/fields/use-hint.ts';
import { formHintWords } from '../../words/form-hints.ts';

const EMAIL_HINT: Hint = {
  settled: CUSTOMER_WANTED.email,
  text: formHintWords.email,
};

/** The fields of a customer. Hints say what a server will want; nothing here blocks saving. */
export default function CustomerForm({ draft, errors, onChange }: ResourceFormProps<Customer>) {
  const field = textFieldProps<keyof Customer>({ draft, errors, onChange });
  const value = valueFieldProps({ draft, errors, onChange });
  const firstNameHint = useHint(draft.first_name, REQUIRED_HINT);
  const lastNameHint = useHint(draft.last_name, REQUIRED_HINT);
  const emailHint = useHint(draft.email, EMAIL_HINT);
  return (
    <>
      <TextInput
        label={fieldLabels.first_name}
        autoCapitalize="words"
        data-autofocus
        {...field('first_name', firstNameHint)}
      />
      <TextInput label={fieldLabels.last_name} autoCapitalize="words" {...field('last_name', lastNameHint)} />
      <TextInput
        label={fieldLabels.email}
        type="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        {...field('email', emailHint)}
      />
      <TextInput
        label={fieldLabels.phone}
        type="tel"
        inputMode="tel"
        {...field('phone', formHintWords.phone)}
      />
      <TextInput
        label={fieldLabels.company_name}
        wrapperProps={{ 'data-span': 'whole' }}
        autoCapitalize="words"
        {...field('company_name')}
      />
      <ChoiceField label={fieldLabels.customer_type} choices={CUSTOMER_TYPES} {...value('customer_type')} />
      <ChoiceField label={fieldLabels.status} choices={CUSTOMER_STATUSES} {...value('status')} />
      <AddressFields value={draft} errors={errors} onChange={onChange} />
    </>
  );
}
