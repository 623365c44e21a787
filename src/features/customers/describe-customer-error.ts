import { describeSaveError } from '../../crud/save-error.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { fieldLines, fieldMessages, type LabelOf, messageOf } from '../../domain/server-message.ts';
import type { ServerRefusal } from '../../outbox/mutation.ts';
import { customerRefusalWords } from '../../words/checks.ts';

/** The customer dialog's own wording: the message, then what is wrong with the e-mail, the phone and the rest. */
export function describeCustomerError(
  refusal: Pick<ServerRefusal, 'body'>,
  labelOf: LabelOf,
): readonly string[] {
  const message = messageOf(refusal.body);
  if (message !== null)
    return [customerRefusalWords.error({ message }), ...fieldLines(refusal.body, labelOf)];
  const { email, phone } = fieldMessages(refusal.body);
  const first = [
    ...(email ? [customerRefusalWords.emailError({ messages: email.join(', ') })] : []),
    ...(phone ? [customerRefusalWords.phoneError({ messages: phone.join(', ') })] : []),
  ];
  if (first.length > 0) return [...first, ...fieldLines(refusal.body, labelOf, ['email', 'phone'])];
  return describeSaveError(refusal, labelOf, resourceSpecs.customers.label);
}
