import { estimateSpec } from '../../../src/domain/estimate.ts';
import type { ResourceContract } from './resource-contract.ts';
import { NO_NUMBER, NULL, TOO_MANY_DECIMALS, usd, WRONG_DATE } from './wordings.ts';

export const estimatesContract: ResourceContract = {
  resource: 'estimates',
  path: estimateSpec.path,
  valid: (number) => ({
    estimate_number: `E-${number}`,
    title: 'Roof',
    subtotal: 100,
    tax_rate: 8.25,
    valid_until: '2026-01-31',
  }),
  defaults: {
    description: '',
    status: 'draft',
    subtotal: usd('100.00'),
    tax_rate: '8.25',
    total_amount: usd('108.25'),
    terms_and_conditions: '',
    notes: '',
  },
  required: ['title', 'customer', 'subtotal', 'valid_until'],
  text: { field: 'title', max: 200 },
  choice: 'status',
  unique: { field: 'estimate_number', message: 'estimate with this estimate number already exists.' },
  references: ['customer'],
  numbered: 'estimate_number',
  takes: [
    {
      sent: { subtotal: '99.9', total_amount: 120 },
      shown: { subtotal: usd('99.90'), total_amount: usd('120.00') },
    },
    { sent: { total_amount: 0.3, tax_rate: 0 }, shown: { total_amount: usd('0.30'), tax_rate: '0.00' } },
    { sent: { valid_until: '2028-02-29' }, shown: { valid_until: '2028-02-29' } },
  ],
  refuses: [
    { sent: { subtotal: { amount: '5', currency: 'USD' } }, errors: { subtotal: [NO_NUMBER] } },
    {
      sent: { subtotal: null, valid_until: '' },
      errors: { subtotal: [NULL], valid_until: [WRONG_DATE] },
    },
    {
      sent: { valid_until: null, total_amount: '' },
      errors: { valid_until: [NULL], total_amount: [NO_NUMBER] },
    },
    {
      sent: { subtotal: 100.1, total_amount: 108.35825 },
      errors: { total_amount: [TOO_MANY_DECIMALS] },
    },
    {
      sent: { estimate_number: null, tax_rate: 'x' },
      errors: { estimate_number: [NULL], tax_rate: [NO_NUMBER] },
    },
    {
      sent: { customer: 999_999, status: 'approved' },
      errors: {
        customer: ['Invalid pk "999999" - object does not exist.'],
        status: ['"approved" is not a valid choice.'],
      },
    },
  ],
};
