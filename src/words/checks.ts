import { sentences } from './sentences.ts';

/** What is wrong with something that was typed into a field. */
export const checkWords = sentences({
  noAmount: '“{typed}” is not an amount. Write it like 12,500.00',
  noPercent: '“{typed}” is not a percentage. Write it like 8.25',
  noDate: '“{typed}” is not a date. Write it like 3/5/2026',
  noTime: '“{typed}” is not a time of day. Write it like 2 PM or 9-11',
});

/** What an estimate lacks: beside the field, and in the dialog's alert. */
export const estimateCheckWords = sentences({
  customer: 'Customer is required',
  customerAlert: 'Please select a customer',
  validUntil: 'Valid until date is required',
  validUntilAlert: 'Please select a valid until date',
  subtotal: 'Subtotal must be greater than 0',
  subtotalAlert: 'Please enter a valid subtotal amount',
  taxRate: 'Tax rate must be between 0 and 100 %',
  adjusted:
    'Subtotal and tax add up to {sum}. The difference of {difference} is stored, and printed as an adjustment.',
  total: 'Total amount must be greater than 0',
});
