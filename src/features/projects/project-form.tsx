import { fieldLabels } from '../../words/common.ts';
import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { SiteAddressFields } from '../../crud/form/address-fields.tsx';
import { AmountField } from '../../crud/form/amount-field.tsx';
import { DateField } from '../../crud/form/date-field.tsx';
import { ClaimFields, FreeTextField } from '../../crud/form/fact-fields.tsx';
import { useRuleHints } from '../../crud/form/field-hints.ts';
import { ReferenceField } from '../../crud/form/reference-field.tsx';
import type { ResourceFormProps } from '../../crud/resource-view.ts';
import { DESCRIPTION_BLOCKS } from '../../domain/day/claim.ts';
import { PROJECT_PRIORITIES, PROJECT_STATUSES, PROJECT_TYPES, type Project } from '../../domain/project.ts';
import { ChoiceField, textFieldProps, valueFieldProps } from '../../ui/fields/form-fields.tsx';
import { formHintWords } from '../../words/form.ts';

export default function ProjectForm({ draft, errors, onChange }: ResourceFormProps<Project>) {
  const [stored, setStored] = useState(false);
  const field = textFieldProps<'title'>({ draft, errors, onChange });
  const value = valueFieldProps({ draft, errors, onChange });
  const hint = useRuleHints('projects', draft);
  return (
    <>
      <TextInput label={fieldLabels.title} data-autofocus {...field('title', hint('title'))} />
      <ReferenceField
        label={fieldLabels.customer}
        placeholder={formHintWords.selectCustomer}
        to="customers"
        hint={hint('customer')}
        {...value('customer')}
      />
      <ChoiceField
        label={fieldLabels.project_type}
        span="third"
        choices={PROJECT_TYPES}
        {...value('project_type')}
      />
      <ChoiceField label={fieldLabels.status} span="short" choices={PROJECT_STATUSES} {...value('status')} />
      <ChoiceField
        label={fieldLabels.priority}
        span="short"
        choices={PROJECT_PRIORITIES}
        {...value('priority')}
      />
      <FreeTextField
        label={fieldLabels.description}
        rows={3}
        text={draft.description}
        blocks={DESCRIPTION_BLOCKS}
        error={errors['description']}
        stored={stored}
        onChange={(description) => onChange({ description })}
      />
      <DateField label={fieldLabels.start_date} {...value('start_date')} />
      <DateField label={fieldLabels.estimated_completion_date} {...value('estimated_completion_date')} />
      <AmountField label={fieldLabels.estimated_cost} {...value('estimated_cost')} />
      <SiteAddressFields
        value={draft}
        errors={errors}
        owner={{ resource: 'customers', id: draft.customer }}
        onChange={onChange}
      />
      <ClaimFields
        text={draft.description}
        onChange={(description) => onChange({ description })}
        stored={stored}
        onStored={setStored}
      />
    </>
  );
}
