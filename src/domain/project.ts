import type { Choice } from '../words/common.ts';
import { namelessRecords, projectLabel } from '../words/common.ts';
import { addressText, BLANK_SITE_ADDRESS, SITE_ADDRESS_FIELDS, type SiteAddress } from './address.ts';
import { type Amount, readAmount } from './money.ts';
import { blankDaysAsNull, type PlainDate, readDay } from './plain-date.ts';
import { readChoice, readReference, readSiteAddress, readText } from './read-wire.ts';
import type { ResourceSpec } from './resource-spec.ts';

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

/** A job at one place for one customer. Choices are strings: a server may know more of them than we do. */
export type Project = SiteAddress & {
  title: string;
  description: string;
  /** The customer's local id; null where none is chosen. */
  customer: string | null;
  project_type: string;
  status: string;
  priority: string;
  start_date: PlainDate;
  estimated_completion_date: PlainDate;
  /** In dollars. */
  estimated_cost: Amount;
};

export const projectSpec: ResourceSpec<Project> = {
  name: 'projects',
  path: '/api/v1/projects/projects/',
  label: projectLabel,
  fields: [
    'title',
    'description',
    'customer',
    'project_type',
    'status',
    'priority',
    'start_date',
    'estimated_completion_date',
    'estimated_cost',
    ...SITE_ADDRESS_FIELDS,
  ],
  placement: 'first',
  mergeGroups: [SITE_ADDRESS_FIELDS],
  texts: ['description'],
  closed: ['completed', 'cancelled'],
  references: [{ field: 'customer', to: 'customers' }],
  blank: () => ({
    title: '',
    description: '',
    customer: null,
    project_type: 'water_damage',
    status: 'pending',
    priority: 'medium',
    start_date: null,
    estimated_completion_date: null,
    estimated_cost: 0,
    ...BLANK_SITE_ADDRESS,
  }),
  searchText: (row) =>
    [
      row.title,
      row.description,
      row.project_type,
      String(row.project_type).replaceAll('_', ' '),
      addressText(row),
    ].join('\n'),
  title: (row) => row.title.trim() || namelessRecords.projects,
  decode: (wire) => ({
    title: readText(wire['title']),
    description: readText(wire['description']),
    customer: readReference(wire['customer']),
    project_type: readChoice(wire['project_type'], 'water_damage'),
    status: readChoice(wire['status'], 'pending'),
    priority: readChoice(wire['priority'], 'medium'),
    start_date: readDay(wire['start_date']),
    estimated_completion_date: readDay(wire['estimated_completion_date']),
    estimated_cost: readAmount(wire['estimated_cost']),
    ...readSiteAddress(wire),
  }),
  encode: (fields) => blankDaysAsNull(fields, ['start_date', 'estimated_completion_date']),
};
