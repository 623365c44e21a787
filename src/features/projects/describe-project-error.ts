import { failedTo } from '../../domain/error-catalogue.ts';
import type { ServerRefusal } from '../../domain/mutation.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { fieldLines, messageOf } from '../../domain/server-message.ts';

const { fields, label } = resourceSpecs.projects;

/**
 * The project dialog's own wording: the message, else 'Failed to save project'. What is wrong with a field
 * stands beside it in the form; only what has no place there gets a line of its own.
 */
export function describeProjectError(refusal: Pick<ServerRefusal, 'body'>): readonly string[] {
  const message = messageOf(refusal.body);
  if (message !== null) return [message];
  return [failedTo('save', label.noun), ...fieldLines(refusal.body, fields)];
}
