import { failedTo } from '../domain/error-catalogue.ts';
import type { ServerRefusal } from '../domain/mutation.ts';
import type { ResourceLabel } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { fieldLine, fieldLines, fieldMessages, messageOf } from '../domain/server-message.ts';
import type { ResourceView } from './resource-view.ts';

/** The words of a refused save as this kind of record puts them. */
export function wording(view: ResourceView, refusal: ServerRefusal): readonly string[] {
  return view.describeSaveError?.(refusal) ?? describeSaveError(refusal, resourceSpecs[view.resource].label);
}

type Refusal = Pick<ServerRefusal, 'body'>;
type Noun = Pick<ResourceLabel, 'noun'>;

/**
 * What a server said about a refused save, a line each: its message, else a line for each field, else
 * 'Failed to save customer'.
 */
export function describeSaveError(refusal: Refusal, label: Noun): readonly string[] {
  return describe(refusal, failedTo('save', label.noun));
}

/** The same for a refused deletion: in its place 'Failed to delete customer'. */
export function describeDeleteError(refusal: Refusal, label: Noun): readonly string[] {
  return describe(refusal, failedTo('delete', label.noun));
}

/**
 * The words of a save error where no form stands beside them: with a line for each field that they leave to
 * the form or to a second try.
 */
export function withEveryField(words: readonly string[], refusal: Refusal): readonly string[] {
  const unsaid = Object.entries(fieldMessages(refusal.body)).filter(
    ([field, texts]) => !words.some((line) => says(line, field, texts.join(', '))),
  );
  return [...words, ...unsaid.map(([field, texts]) => fieldLine(field, texts))];
}

/** 'email: Taken.' and 'Email error: Taken.' both say that the e-mail is taken. */
function says(line: string, field: string, text: string): boolean {
  return line.toLowerCase().startsWith(field.toLowerCase()) && line.endsWith(text);
}

function describe(refusal: Refusal, fallback: string): readonly string[] {
  const message = messageOf(refusal.body);
  if (message !== null) return [message];
  const lines = fieldLines(refusal.body);
  return lines.length > 0 ? lines : [fallback];
}
