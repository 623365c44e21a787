import { failedTo } from '../../domain/error-catalogue.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { fieldLines, type LabelOf, messageOf } from '../../domain/server-message.ts';
import type { ServerRefusal } from '../../outbox/mutation.ts';

/** The project dialog's own wording: the message, else 'Failed to save project'; then a line for each field. */
export function describeProjectError(
  refusal: Pick<ServerRefusal, 'body'>,
  labelOf: LabelOf,
): readonly string[] {
  const message = messageOf(refusal.body) ?? failedTo('save', resourceSpecs.projects.label.noun);
  return [message, ...fieldLines(refusal.body, labelOf)];
}
