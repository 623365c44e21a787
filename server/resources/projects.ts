import { z } from 'zod';
import {
  PROJECT_PRIORITIES,
  PROJECT_STATUSES,
  PROJECT_TYPES,
  type Project,
  projectSpec,
} from '../../src/domain/project.ts';
import { dateField } from '../http/date-fields.ts';
import { choiceField, LONG_TEXT, textField } from '../http/fields.ts';
import { optionalDecimalField } from '../http/number-fields.ts';
import { referenceField } from '../http/reference-field.ts';
import { siteAddressInput } from './address-input.ts';
import { asNumber } from './field-outputs.ts';
import type { ServerResource } from './server-resource.ts';

const input = z.object({
  title: textField({ max: 200 }),
  description: textField(LONG_TEXT).optional(),
  customer: referenceField(),
  project_type: choiceField(PROJECT_TYPES).optional(),
  status: choiceField(PROJECT_STATUSES).optional(),
  priority: choiceField(PROJECT_PRIORITIES).optional(),
  start_date: dateField().nullable().optional(),
  estimated_completion_date: dateField().nullable().optional(),
  estimated_cost: optionalDecimalField().optional(),
  ...siteAddressInput,
} satisfies Record<keyof Project, z.ZodType>);

export const projects: ServerResource = {
  spec: projectSpec,
  table: 'projects',
  input,
  output: { estimated_cost: asNumber },
  defaults: { estimated_cost: null },
  uniqueKeys: [],
  references: [
    { field: 'customer', column: 'customer_id', table: 'customers', constraint: 'projects_customer_fkey' },
  ],
};
