import { deletionWording, wording } from '../../crud/refusal-words.ts';
import type { ResourceView } from '../../crud/resource-view.ts';
import { failedTo } from '../../domain/error-catalogue.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { parkReasons } from '../../words/common.ts';

/** Why a change waits for a person, a line each: our reason, then all that the server said. Never empty. */
export function parkedWords(
  { kind, refusal }: Pick<Mutation, 'kind' | 'refusal'>,
  view: ResourceView,
): readonly string[] {
  const { label } = resourceSpecs[view.resource];
  const nothingSaid = [failedTo(kind, label.noun)];
  if (!refusal) return nothingSaid;
  const why = refusal.reason === 'rejected' ? null : parkReasons[refusal.reason];
  if (refusal.body === null) return why === null ? nothingSaid : [why];
  const said = kind === 'delete' ? deletionWording(view, refusal) : wording(view, refusal);
  return [...(why === null ? [] : [why]), ...said];
}
