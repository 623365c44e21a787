import { fieldLabels } from '../../words/common.ts';
import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '../../crud/form/amount-field.tsx';
import { DateField } from '../../crud/form/date-field.tsx';
import { FreeTextField } from '../../crud/form/free-text-field.tsx';
import { ReferenceField } from '../../crud/form/reference-field.tsx';
import { SiteAddressFields } from '../../crud/form/site-address-fields.tsx';
import { useRuleHints } from '../../crud/form/use-rule-hints.ts';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { useDates } from '../../crud/use-dates.ts';
import { JOB_BLOCKS, unfieldedLines } from '../../domain/day/job.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../domain/work-order.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { textFieldProps, valueFieldProps } from '../../ui/fields/field-props.ts';
import { formHintWords } from '../../words/form.ts';
import { JobFields } from './day/job-fields.tsx';

type TextField = 'title' | 'work_order_number' | 'description';

const WHOLE = { 'data-span': 'whole' };

/** The fields of a work order. Hints say what a server will want; only what is no amount blocks saving. */
export default function WorkOrderForm({ draft, saved, errors, onChange }: ResourceFormProps<WorkOrder>) {
  // A note or tick of a draft has no field of its own here: it is shown with the text.
  const [stored, setStored] = useState(
    () => unfieldedLines(draft.notes) !== unfieldedLines(saved?.notes ?? ''),
  );
  const field = textFieldProps<TextField>({ draft, errors, onChange });
  const value = valueFieldProps({ draft, errors, onChange });
  const dates = useDates('workOrders');
  const hint = useRuleHints('workOrders', draft);
  return (
    <>
      <TextInput label={fieldLabels.title} data-autofocus {...field('title', hint('title'))} />
      <TextInput
        label={fieldLabels.work_order_number}
        autoCapitalize="characters"
        {...field('work_order_number', hint('work_order_number'))}
      />
      <ReferenceField
        label={fieldLabels.customer}
        placeholder={formHintWords.selectCustomer}
        span="whole"
        to="customers"
        hint={hint('customer')}
        {...value('customer')}
      />
      <ChoiceField
        label={fieldLabels.status}
        span="half"
        choices={WORK_ORDER_STATUSES}
        {...value('status')}
      />
      <ChoiceField
        label={fieldLabels.priority}
        span="half"
        choices={WORK_ORDER_PRIORITIES}
        {...value('priority')}
      />
      <DateField label={fieldLabels.scheduled_date} dates={dates} {...value('scheduled_date')} />
      <AmountField label={fieldLabels.estimated_cost} {...value('estimated_cost')} />
      <Textarea label={fieldLabels.description} wrapperProps={WHOLE} rows={3} {...field('description')} />
      <SiteAddressFields
        value={draft}
        errors={errors}
        owner={{ resource: 'customers', id: draft.customer }}
        onChange={onChange}
      />
      <FreeTextField
        label={fieldLabels.notes}
        rows={2}
        text={draft.notes}
        blocks={JOB_BLOCKS}
        error={errors['notes']}
        stored={stored}
        onChange={(notes) => onChange({ notes })}
      />
      <JobFields
        notes={draft.notes}
        customer={draft.customer}
        errors={errors}
        onChange={(notes) => onChange({ notes })}
        stored={stored}
        onStored={setStored}
      />
    </>
  );
}
