import { projectSpec } from '../../../src/domain/project.ts';
import type { ResourceContract } from './resource-contract.ts';
import {
  NEGATIVE,
  NO_NUMBER,
  TOO_LARGE,
  TOO_MANY_DECIMALS,
  TOO_MANY_DIGITS,
  WRONG_DATE,
} from './wordings.ts';

const costIs = (sent: unknown, shown: unknown) => ({
  sent: { estimated_cost: sent },
  shown: { estimated_cost: shown },
});
const costIsNot = (sent: unknown, text: string) => ({
  sent: { estimated_cost: sent },
  errors: { estimated_cost: [text] },
});
const startIsNot = (sent: unknown) => ({ sent: { start_date: sent }, errors: { start_date: [WRONG_DATE] } });

export const projectsContract: ResourceContract = {
  resource: 'projects',
  path: projectSpec.path,
  valid: (number) => ({ title: `Dry out ${number}` }),
  defaults: {
    description: '',
    project_type: 'water_damage',
    status: 'pending',
    priority: 'medium',
    start_date: null,
    estimated_completion_date: null,
    estimated_cost: null,
    address_line_1: '',
    address_line_2: '',
    city: '',
    state: '',
    postal_code: '',
  },
  required: ['title', 'customer'],
  text: { field: 'title', max: 200 },
  choice: 'project_type',
  references: ['customer'],
  takes: [
    costIs(2500.5, 2500.5),
    costIs('2500.5', 2500.5),
    costIs(0, 0),
    costIs('', null),
    costIs(null, null),
    { sent: { start_date: '2026-01-31' }, shown: { start_date: '2026-01-31' } },
    { sent: { start_date: null }, shown: { start_date: null } },
    {
      sent: { address_line_2: ' Unit 4 ', priority: 'high' },
      shown: { address_line_2: 'Unit 4', priority: 'high' },
    },
  ],
  refuses: [
    costIsNot({ amount: '5', currency: 'USD' }, NO_NUMBER),
    costIsNot('about 5', NO_NUMBER),
    costIsNot(true, NO_NUMBER),
    costIsNot(0.30000000000000004, TOO_MANY_DIGITS),
    costIsNot('1e400', TOO_MANY_DIGITS),
    costIsNot(10.005, TOO_MANY_DECIMALS),
    costIsNot(12_345_678_901, TOO_LARGE),
    costIsNot(-1, NEGATIVE),
    startIsNot(''),
    startIsNot('tomorrow'),
    startIsNot('2026-02-30'),
    startIsNot('2026-01-31T00:00:00.000Z'),
    {
      sent: { status: 'done', priority: 'urgent' },
      errors: { status: ['"done" is not a valid choice.'], priority: ['"urgent" is not a valid choice.'] },
    },
  ],
};
