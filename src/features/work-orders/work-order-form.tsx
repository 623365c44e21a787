import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { AmountField } from '../../crud/amount-field.tsx';
import { DateField } from '../../crud/date-field.tsx';
import { ReferenceField } from '../../crud/reference-field.tsx';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { SiteAddressFields } from '../../crud/site-address-fields.tsx';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../domain/work-order.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { textFieldProps } from '../../ui/text-field-props.ts';
import { REQUIRED_HINT, useHint } from '../../ui/use-hint.ts';

type TextField = 'title' | 'work_order_number' | 'description' | 'notes';

const WHOLE = { 'data-span': 'whole' };

/** The fields of a work order. Hints say what a server will want; only what is no amount blocks saving. */
export default function WorkOrderForm({ draft, errors, onChange }: ResourceFormProps<WorkOrder>) {
  const field = textFieldProps<TextField>({ draft, errors, onChange });
  const titleHint = useHint(draft.title, REQUIRED_HINT);
  const numberHint = useHint(draft.work_order_number, REQUIRED_HINT);
  const customerHint = useHint(draft.customer ?? '', REQUIRED_HINT);
  return (
    <>
      <TextInput label="Title" data-autofocus {...field('title', titleHint)} />
      <TextInput
        label="Work Order Number"
        autoCapitalize="characters"
        {...field('work_order_number', numberHint)}
      />
      <ReferenceField
        label="Customer"
        placeholder="Select a Customer"
        span="whole"
        to="customers"
        value={draft.customer}
        error={errors['customer']}
        hint={customerHint}
        onChange={(customer) => onChange({ customer })}
      />
      <ChoiceField
        label="Status"
        span="half"
        value={draft.status}
        choices={WORK_ORDER_STATUSES}
        error={errors['status']}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceField
        label="Priority"
        span="half"
        value={draft.priority}
        choices={WORK_ORDER_PRIORITIES}
        error={errors['priority']}
        onChange={(priority) => onChange({ priority })}
      />
      <DateField
        label="Scheduled Date"
        value={draft.scheduled_date}
        error={errors['scheduled_date']}
        onChange={(scheduled_date) => onChange({ scheduled_date })}
      />
      <AmountField
        label="Estimated Cost"
        value={draft.estimated_cost}
        error={errors['estimated_cost']}
        onChange={(estimated_cost) => onChange({ estimated_cost })}
      />
      <Textarea label="Description" wrapperProps={WHOLE} rows={3} {...field('description')} />
      <SiteAddressFields
        value={draft}
        errors={errors}
        owner={{ resource: 'customers', id: draft.customer }}
        onChange={onChange}
      />
      <Textarea label="Notes" wrapperProps={WHOLE} rows={2} {...field('notes')} />
    </>
  );
}
