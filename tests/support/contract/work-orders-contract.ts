import { workOrderSpec } from '../../../src/domain/work-order.ts';
import type { ResourceContract } from './resource-contract.ts';
import { NO_NUMBER, usd, WRONG_DATE } from './wordings.ts';

const notADictionary = (type: string) => ({
  non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`],
});
const costIsNot = (sent: unknown, errors: Readonly<Record<string, readonly string[]>>) => ({
  sent: { estimated_cost: sent },
  errors: { estimated_cost: errors },
});

export const workOrdersContract: ResourceContract = {
  resource: 'workOrders',
  path: workOrderSpec.path,
  valid: (number) => ({ work_order_number: `WO-1700000000000-${number}`, title: 'Dry out' }),
  defaults: {
    description: '',
    status: 'pending',
    priority: 'medium',
    address_line_1: '',
    address_line_2: '',
    city: '',
    state: '',
    postal_code: '',
    scheduled_date: null,
    estimated_cost: null,
    notes: '',
  },
  required: ['work_order_number', 'title', 'customer'],
  text: { field: 'title', max: 200 },
  choice: 'priority',
  unique: { field: 'work_order_number', message: 'work order with this work order number already exists.' },
  references: ['customer'],
  takes: [
    { sent: { estimated_cost: usd('99.9') }, shown: { estimated_cost: usd('99.90') } },
    { sent: { estimated_cost: { amount: 99.9 } }, shown: { estimated_cost: usd('99.90') } },
    { sent: { estimated_cost: null }, shown: { estimated_cost: null } },
    { sent: { scheduled_date: '2026-03-01' }, shown: { scheduled_date: '2026-03-01' } },
    {
      sent: { priority: 'urgent', notes: ' Ring twice ' },
      shown: { priority: 'urgent', notes: 'Ring twice' },
    },
  ],
  refuses: [
    costIsNot(99.9, notADictionary('float')),
    costIsNot(99, notADictionary('int')),
    costIsNot('99.90', notADictionary('str')),
    costIsNot([], notADictionary('list')),
    costIsNot({ amount: '', currency: 'USD' }, { amount: [NO_NUMBER] }),
    costIsNot({ currency: 'USD' }, { amount: ['This field is required.'] }),
    costIsNot({ amount: '5', currency: 'EUR' }, { currency: ['"EUR" is not a valid choice.'] }),
    {
      sent: { status: 'on_hold', scheduled_date: '' },
      errors: { status: ['"on_hold" is not a valid choice.'], scheduled_date: [WRONG_DATE] },
    },
  ],
};
