import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SiteAddressFields } from '../../crud/form/address-fields.tsx';
import { AmountField } from '../../crud/form/amount-field.tsx';
import { DateField } from '../../crud/form/date-field.tsx';
import { FactFields, FreeTextField } from '../../crud/form/fact-fields.tsx';
import { useRuleHints } from '../../crud/form/field-hints.ts';
import { ReferenceField } from '../../crud/form/reference-field.tsx';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { useDates } from '../../crud/time.tsx';
import { TIME, timeProblem } from '../../domain/check.ts';
import { readClockTime } from '../../domain/day/clock-time.ts';
import { JOB_BLOCKS, readJob, unfieldedLines, writeJob } from '../../domain/day/job.ts';
import { oneLine, sameLabel } from '../../domain/day/text-blocks.ts';
import { readText } from '../../domain/field.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../domain/work-order.ts';
import { useReferenced, useReferring } from '../../records/use-records.ts';
import { ChoiceField, textFieldProps, valueFieldProps } from '../../ui/fields/form-fields.tsx';
import { formatClock } from '../../ui/text/format-date.ts';
import { fieldLabels } from '../../words/common.ts';
import { formHintWords } from '../../words/form.ts';
import { jobFormHints, jobFormWords } from '../../words/jobs.ts';

type TextField = 'title' | 'work_order_number' | 'description';

const WHOLE = { 'data-span': 'whole' };

export default function WorkOrderForm({ draft, saved, errors, onChange }: ResourceFormProps<WorkOrder>) {
  // A note or tick in a draft has no field in this form, so the form shows the stored text.
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

const NOBODY = { localId: '', serverId: undefined };

interface Props {
  readonly notes: string;
  readonly customer: string | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (notes: string) => void;
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
}

function JobFields({ notes, customer, errors, onChange, ...shown }: Props) {
  const { crew, flags, time, project } = readJob(notes);
  const choices = useProjects(customer, project);
  const values = { crew: crew.join(', '), flags: flags.join(', '), project };
  const field = (name: keyof typeof values) => ({
    name,
    label: jobFormWords[name],
    hint: jobFormHints[name],
    value: values[name],
  });
  return (
    <FactFields
      title={jobFormWords.title}
      about={jobFormWords.about}
      fields={[
        field('crew'),
        field('flags'),
        useTimeField(time, TIME in errors),
        { ...field('project'), choices },
      ]}
      onChange={(name, value) => {
        if (name === TIME) onChange(writeJob(notes, { time: readClockTime(value) ?? value }));
        else onChange(writeJob(notes, { [name]: name === 'project' ? value : value.split(',') }));
      }}
      {...shown}
    />
  );
}

function useProjects(customer: string | null, current: string) {
  const { row } = useReferenced('customers', customer);
  const rows = useReferring('projects', 'customer', row ?? NOBODY);
  const titles = rows.map(({ view }) => oneLine(readText(view.title))).filter(Boolean);
  const others = titles.filter((title) => !sameLabel(title, current));
  return [...new Set(['', current, ...others])].map((value) => ({
    value,
    label: value || jobFormWords.noProject,
  }));
}

/** Accepts an invalid time that was there before, but not one that the user types. */
function useTimeField(time: string, refused: boolean) {
  const [first] = useState(time);
  const read = readClockTime(time);
  const shown = read === null ? time : formatClock(read);
  const problem = time === first && !refused ? undefined : timeProblem(time);
  return {
    name: TIME,
    label: jobFormWords.time,
    hint: jobFormHints.time,
    value: shown,
    reading: read === null ? undefined : jobFormWords.meansTime({ time: shown }),
    problem,
    refused: refused && problem !== undefined,
  } as const;
}
