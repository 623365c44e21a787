import { sentences } from './sentences.ts';

export const documentWords = sentences({
  authorization: 'Work authorization',
  completion: 'Certificate of completion',
  changeOrder: 'Change order',
  items: 'Items',
  quantity: 'Quantity',
  item: 'Item',
  price: 'Price',
  amount: 'Amount',
  eachOf: '{quantity} × {each}',
  withUnit: '{count} {unit}',
  ownAmount: '* This amount is not quantity times price.',
  itemsTotal: 'Items',
  difference: 'Difference from the items',
  agreement: 'Agreement',
  change: 'Change',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  was: 'Was {quantity} at {price}: {amount}',
  reason: 'Reason',
  totalBefore: 'Total before this change',
  taxAndOther: 'Tax and adjustments',
  totalOfChange: 'This change',
  totalAfter: 'Total after this change',
  cancellation: 'Your right to cancel',
});

export const signingWords = sentences({
  consent:
    'By signing I agree to this document and to signing it electronically. I can have it on paper instead.',
  customer: 'Signature of the customer',
  cancellation: 'I have received the notice of my right to cancel',
});
