import { sentences } from './sentences.ts';

/** What the forms say in and beside their fields. */
export const formHintWords = sentences({
  email: 'Needed to send, like name@example.com',
  estimateNumber: 'Leave blank to number it automatically',
  phone: 'Like +1-555-123-4567',
  selectCustomer: 'Select a Customer',
});
