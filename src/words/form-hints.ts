import { sentences } from './sentences.ts';

/** What the forms say in and beside their fields. */
export const formHintWords = sentences({
  email: 'The server needs this, like name@example.com',
  sameEmail:
    '{others, plural, =0 {{name} has this email too} one {{name} and # more customer have this email too} other {{name} and # more customers have this email too}}',
  estimateNumber: 'Leave blank to number it automatically',
  tooLong: 'At most {limit, plural, one {# character} other {# characters}} can be sent',
  shape: 'The server does not accept this',
  phoneShape: 'The server does not accept this. Better like +1-555-123-4567',
  phone: 'Like +1-555-123-4567',
  selectCustomer: 'Select a Customer',
});
