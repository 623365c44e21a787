import { fieldLabels } from '../../words/common.ts';
import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '../../crud/form/amount-field.tsx';
import { DateField } from '../../crud/form/date-field.tsx';
import { ClaimFields, FreeTextField } from '../../crud/form/fact-fields.tsx';
import { NEEDED_HINT, useHint, useRuleHints } from '../../crud/form/field-hints.ts';
import { ReferenceField } from '../../crud/form/reference-field.tsx';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { subtotalProblem, taxRateProblem } from '../../domain/check.ts';
import { ESTIMATE_STATUSES, type Estimate, estimateTotals } from '../../domain/estimate.ts';
import { withTax } from '../../domain/money.ts';
import { ESTIMATE_BLOCKS } from '../../domain/papers/item-sums.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ChoiceField, textFieldProps, valueFieldProps } from '../../ui/fields/form-fields.tsx';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { estimateCheckWords } from '../../words/checks.ts';
import { formHintWords } from '../../words/form.ts';
import { ItemsField } from './items-field.tsx';
import { useItems } from './use-items.ts';

type TextField = 'estimate_number' | 'title' | 'terms_and_conditions' | 'notes';

const WHOLE = { 'data-span': 'whole' };

export default function EstimateForm({ draft, errors, onChange }: ResourceFormProps<Estimate>) {
  const [stored, setStored] = useState(false);
  const field = textFieldProps<TextField>({ draft, errors, onChange });
  const value = valueFieldProps({ draft, errors, onChange });
  const items = useItems(draft, onChange);
  const hint = useRuleHints('estimates', draft);
  const customerHint = useHint(draft.customer ?? '', NEEDED_HINT);
  const validUntilHint = useHint(draft.valid_until ?? '', NEEDED_HINT);

  return (
    <>
      <TextInput label={fieldLabels.title} data-autofocus {...field('title', hint('title'))} />
      <ReferenceField
        label={fieldLabels.customer}
        placeholder={formHintWords.selectCustomer}
        to="customers"
        hint={customerHint}
        {...value('customer')}
      />
      <TextInput
        label={fieldLabels.estimate_number}
        wrapperProps={{ 'data-span': 'third' }}
        {...field('estimate_number', hint('estimate_number', formHintWords.estimateNumber))}
      />
      <ChoiceField label={fieldLabels.status} span="short" choices={ESTIMATE_STATUSES} {...value('status')} />
      <DateField
        label={fieldLabels.valid_until}
        span="short"
        hint={validUntilHint}
        {...value('valid_until')}
        error={errors['valid_until'] === '' || errors['valid_until']}
      />
      <ItemsField draft={draft} items={items} onChange={onChange} />
      <Amounts draft={draft} errors={errors} onChange={onChange} />
      <FreeTextField
        label={fieldLabels.description}
        rows={3}
        text={draft.description}
        blocks={ESTIMATE_BLOCKS}
        error={errors['description']}
        stored={stored}
        onChange={items.write}
      />
      <Textarea
        label={fieldLabels.terms_and_conditions}
        wrapperProps={WHOLE}
        rows={3}
        {...field('terms_and_conditions')}
      />
      <Textarea label={fieldLabels.notes} wrapperProps={WHOLE} rows={2} {...field('notes')} />
      <ClaimFields
        text={draft.description}
        onChange={(description) => onChange({ description })}
        stored={stored}
        onStored={setStored}
      />
    </>
  );
}

/** Blanks the total while the subtotal or tax rate is invalid, because the old total would look right. */
function Amounts({ draft, errors, onChange }: Omit<ResourceFormProps<Estimate>, 'saved' | 'localId'>) {
  const value = valueFieldProps({ draft, errors, onChange });
  const addend = valueFieldProps({
    draft,
    errors,
    onChange: (change: Partial<Estimate>) => {
      const { subtotal, tax_rate } = { ...draft, ...change };
      const isRefused = subtotalProblem(subtotal) ?? taxRateProblem(tax_rate);
      const total = isRefused ? null : withTax(subtotal, tax_rate);
      onChange({ ...change, total_amount: total });
    },
  });
  return (
    <>
      <AmountField
        label={fieldLabels.subtotal}
        span="third"
        {...addend('subtotal')}
        error={errors['subtotal'] ?? subtotalProblem(draft.subtotal)}
      />
      <AmountField
        label={fieldLabels.tax_rate}
        span="short"
        unit="percent"
        {...addend('tax_rate')}
        error={
          errors['tax_rate'] ??
          (typeof draft.tax_rate === 'number' ? taxRateProblem(draft.tax_rate) : undefined)
        }
      />
      <AmountField label={fieldLabels.total_amount} span="short" {...value('total_amount')} />
      <div role="status" data-span="whole">
        <Adjustment draft={draft} />
      </div>
    </>
  );
}

/** The printed estimate has a line for the difference. */
function Adjustment({ draft }: { readonly draft: Estimate }) {
  const { total, adjustment } = estimateTotals(draft);
  const sum = withTax(draft.subtotal, draft.tax_rate);
  if (adjustment === 0 || sum === null || total === null || total <= 0) return null;
  const words = { sum: formatMoney(sum), difference: formatMoney(adjustment) };
  return <Notice tone="info">{estimateCheckWords.adjusted(words)}</Notice>;
}
