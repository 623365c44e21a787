import { fieldLabels } from '../../words/common.ts';
import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { AddressFields } from '../../crud/form/address-fields.tsx';
import { useRuleHints } from '../../crud/form/field-hints.ts';
import { titleOf } from '../../crud/readable.ts';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer } from '../../domain/customer.ts';
import { isEmailAddress } from '../../domain/server-rules.ts';
import { useOthersWith } from '../../records/use-records.ts';
import { ChoiceField, textFieldProps, valueFieldProps } from '../../ui/fields/form-fields.tsx';
import { formHintWords } from '../../words/form.ts';

export default function CustomerForm({ draft, localId, errors, onChange }: ResourceFormProps<Customer>) {
  const field = textFieldProps<keyof Customer>({ draft, errors, onChange });
  const value = valueFieldProps({ draft, errors, onChange });
  const sameEmail = useSameEmail(draft.email, localId);
  const hint = useRuleHints('customers', draft);
  return (
    <>
      <TextInput
        label={fieldLabels.first_name}
        autoCapitalize="words"
        data-autofocus
        {...field('first_name', hint('first_name'))}
      />
      <TextInput
        label={fieldLabels.last_name}
        autoCapitalize="words"
        {...field('last_name', hint('last_name'))}
      />
      <TextInput
        label={fieldLabels.email}
        type="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        {...field('email', hint('email', sameEmail))}
      />
      <TextInput
        label={fieldLabels.phone}
        type="tel"
        inputMode="tel"
        {...field('phone', hint('phone', formHintWords.phone))}
      />
      <TextInput
        label={fieldLabels.company_name}
        wrapperProps={{ 'data-span': 'whole' }}
        autoCapitalize="words"
        {...field('company_name', hint('company_name'))}
      />
      <ChoiceField label={fieldLabels.customer_type} choices={CUSTOMER_TYPES} {...value('customer_type')} />
      <ChoiceField label={fieldLabels.status} choices={CUSTOMER_STATUSES} {...value('status')} />
      <AddressFields value={draft} errors={errors} onChange={onChange} />
    </>
  );
}

function useSameEmail(email: string, localId: string | null): string | undefined {
  const value = isEmailAddress(email.trim()) ? email : '';
  const [first, ...others] = useOthersWith('customers', { field: 'email', value, localId });
  if (!first) return undefined;
  const name = titleOf('customers', first.view);
  return formHintWords.sameEmail({ name, others: others.length });
}
