import { describeSaveError } from '../../crud/save-error.ts';
import type { ServerRefusal } from '../../domain/mutation.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { fieldMessages, messageOf } from '../../domain/server-message.ts';

/** The customer dialog's own order: the message, else what is wrong with the e-mail, else with the phone, else all. */
export function describeCustomerError(refusal: Pick<ServerRefusal, 'body'>): readonly string[] {
  const message = messageOf(refusal.body);
  if (message !== null) return [`Error: ${message}`];
  const { email, phone } = fieldMessages(refusal.body);
  if (email) return [`Email error: ${email.join(', ')}`];
  if (phone) return [`Phone error: ${phone.join(', ')}`];
  return describeSaveError(refusal, resourceSpecs.customers.label);
}
