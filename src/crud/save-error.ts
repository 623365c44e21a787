import { failedTo } from '../domain/error-catalogue.ts';
import type { ResourceLabel } from '../domain/resource-spec.ts';
import { fieldLines, type LabelOf, messageOf } from '../domain/server-message.ts';
import type { ServerRefusal } from '../outbox/mutation.ts';

type Refusal = Pick<ServerRefusal, 'body'>;
type Noun = Pick<ResourceLabel, 'noun'>;

/**
 * What a server said about a refused save, a line each: its message and a line for each field; where it said
 * neither, 'Failed to save customer'.
 */
export function describeSaveError(refusal: Refusal, labelOf: LabelOf, label: Noun): readonly string[] {
  return describe(refusal, labelOf, failedTo('save', label.noun));
}

/** The same for a refused deletion: in its place 'Failed to delete customer'. */
export function describeDeleteError(refusal: Refusal, labelOf: LabelOf, label: Noun): readonly string[] {
  return describe(refusal, labelOf, failedTo('delete', label.noun));
}

function describe(refusal: Refusal, labelOf: LabelOf, fallback: string): readonly string[] {
  const message = messageOf(refusal.body);
  const lines = [...(message === null ? [] : [message]), ...fieldLines(refusal.body, labelOf)];
  return lines.length > 0 ? lines : [fallback];
}
