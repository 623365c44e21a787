import { sentences } from './sentences.ts';

export const checkWords = sentences({
  noAmount: '“{typed}” is not an amount. Write it like 12,500.00',
  noPercent: '“{typed}” is not a percentage. Write it like 8.25',
  noDate: '“{typed}” is not a date. Write it like 3/5/2026',
  noTime: '“{typed}” is not a time of day. Write it like 2 PM or 9-11',
});

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

export const customerRefusalWords = sentences({
  emailError: 'Email error: {messages}',
  error: 'Error: {message}',
  phoneError: 'Phone error: {messages}',
});

/** Shown in place of a server's message about a field. */
export const ownRefusalWords = sentences({
  referenceDeleted: 'This {noun} was deleted.',
  fileDamaged: 'The photo on this device is damaged and cannot be sent.',
});

export const refusalWords = sentences({
  choiceUnknown: 'The server does not know “{value}” as {field}. Choose another.',
  choiceMissing: 'The server needs a choice for {field}.',
  referenceGone: 'The {target} of this {noun} no longer exists on the server. Choose another {target}.',
  photosToo:
    '{count, plural, one {On the server, # photo or document belongs to this {noun}. It is not what this device showed when the {noun} was deleted here. Look at it first, or delete it too.} other {On the server, # photos or documents belong to this {noun}. They are not those that this device showed when the {noun} was deleted here. Look at them first, or delete them too.}}',
  deviceFull: 'This device is out of storage. Free some space, then press {button} again.',
});

export const settingsFailures = sentences({
  refused: 'The server gave no reason.',
  notKept: 'It keeps no price list yet.',
  changedNow: 'Someone just changed one of these settings. Check it, then save again.',
});
