import { type Choice, namelessRecords, projectLabel } from '../words/common.ts';
import { addressText, SITE_ADDRESS, SITE_ADDRESS_FIELDS } from './address.ts';
import type { FieldList, RecordOf } from './field.ts';
import { defineResource } from './resource-spec.ts';

export const PROJECT_TYPES = [
  'water_damage',
  'fire_damage',
  'mold_remediation',
  'storm_damage',
  'smoke_damage',
  'biohazard',
  'general_cleaning',
  'other',
] as const satisfies readonly Choice[];
export const PROJECT_STATUSES = [
  'pending',
  'in_progress',
  'on_hold',
  'completed',
  'cancelled',
] as const satisfies readonly Choice[];
export const PROJECT_PRIORITIES = ['low', 'medium', 'high'] as const satisfies readonly Choice[];

const fields = {
  title: { type: 'text' },
  description: { type: 'longText' },
  customer: { type: 'reference', to: 'customers' },
  project_type: { type: 'choice', choices: PROJECT_TYPES, initial: 'water_damage' },
  status: { type: 'choice', choices: PROJECT_STATUSES, initial: 'pending' },
  priority: { type: 'choice', choices: PROJECT_PRIORITIES, initial: 'medium' },
  start_date: { type: 'date' },
  estimated_completion_date: { type: 'date' },
  estimated_cost: { type: 'money' },
  ...SITE_ADDRESS,
} as const satisfies FieldList;

export type Project = RecordOf<typeof fields>;

export const projectSpec = defineResource({
  name: 'projects',
  path: '/api/v1/projects/projects/',
  label: projectLabel,
  fields,
  placement: 'first',
  filteredBy: 'title',
  mergeGroups: [SITE_ADDRESS_FIELDS],
  closed: ['completed', 'cancelled'],
  searchText: (row) =>
    [
      row.title,
      row.description,
      row.project_type,
      String(row.project_type).replaceAll('_', ' '),
      addressText(row),
    ].join('\n'),
  title: (row) => row.title.trim() || namelessRecords.projects,
});
