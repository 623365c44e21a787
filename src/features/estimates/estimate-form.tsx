import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { AmountField } from '../../crud/form/amount-field.tsx';
import { DateField } from '../../crud/form/date-field.tsx';
import { ReferenceField } from '../../crud/form/reference-field.tsx';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { ESTIMATE_STATUSES, type Estimate } from '../../domain/estimate.ts';
import { FIELD_LABELS } from '../../domain/field-labels.ts';
import { type Amount, withTax } from '../../domain/money.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { textFieldProps } from '../../ui/fields/text-field-props.ts';
import { REQUIRED_HINT, useHint } from '../../ui/fields/use-hint.ts';

type TextField = 'estimate_number' | 'title' | 'description' | 'terms_and_conditions' | 'notes';

const WHOLE = { 'data-span': 'whole' };

/** The fields of an estimate. The total follows subtotal and tax rate, and may be corrected by hand. */
export default function EstimateForm({ draft, errors, onChange }: ResourceFormProps<Estimate>) {
  const field = textFieldProps<TextField>({ draft, errors, onChange });
  const titleHint = useHint(draft.title, REQUIRED_HINT);

  function changeSum(change: { subtotal?: Amount; tax_rate?: Amount }): void {
    const { subtotal, tax_rate } = { ...draft, ...change };
    const total = withTax(subtotal, tax_rate);
    onChange(total === null ? change : { ...change, total_amount: total });
  }

  return (
    <>
      <TextInput label={FIELD_LABELS.title} data-autofocus {...field('title', titleHint)} />
      <ReferenceField
        label={FIELD_LABELS.customer}
        placeholder="Select a Customer"
        to="customers"
        value={draft.customer}
        error={errors['customer']}
        onChange={(customer) => onChange({ customer })}
      />
      <TextInput
        label={FIELD_LABELS.estimate_number}
        wrapperProps={{ 'data-span': 'third' }}
        {...field('estimate_number', 'Blank: the server assigns one')}
      />
      <ChoiceField
        label={FIELD_LABELS.status}
        span="short"
        value={draft.status}
        choices={ESTIMATE_STATUSES}
        error={errors['status']}
        onChange={(status) => onChange({ status })}
      />
      <DateField
        label={FIELD_LABELS.valid_until}
        span="short"
        value={draft.valid_until}
        error={errors['valid_until'] === '' || errors['valid_until']}
        onChange={(valid_until) => onChange({ valid_until })}
      />
      <AmountField
        label={FIELD_LABELS.subtotal}
        span="third"
        value={draft.subtotal}
        error={errors['subtotal']}
        onChange={(subtotal) => changeSum({ subtotal })}
      />
      <AmountField
        label={FIELD_LABELS.tax_rate}
        span="short"
        unit="percent"
        value={draft.tax_rate}
        error={errors['tax_rate']}
        onChange={(tax_rate) => changeSum({ tax_rate })}
      />
      <AmountField
        label={FIELD_LABELS.total_amount}
        span="short"
        value={draft.total_amount}
        error={errors['total_amount']}
        onChange={(total_amount) => onChange({ total_amount })}
      />
      <Textarea label={FIELD_LABELS.description} wrapperProps={WHOLE} rows={3} {...field('description')} />
      <Textarea
        label={FIELD_LABELS.terms_and_conditions}
        wrapperProps={WHOLE}
        rows={3}
        {...field('terms_and_conditions')}
      />
      <Textarea label={FIELD_LABELS.notes} wrapperProps={WHOLE} rows={2} {...field('notes')} />
    </>
  );
}
