import { sentences } from './sentences.ts';

/** What is wrong with something that was typed into a field. */
export const checkWords = sentences({
  noAmount: '“{typed}” is not an amount. Write it like 12,500.00',
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
  total: 'Total amount must be greater than 0',
});
