import { attachmentsIn } from '../domain/attachment.ts';
import type { RecordKind, ResourceLabel } from '../domain/resource-spec.ts';
import { fieldLabel, specOf } from '../domain/resource-specs.ts';
import { fieldErrors, fieldLines, type LabelOf, messageOf } from '../domain/server-message.ts';
import type { ServerRefusal } from '../outbox/mutation.ts';
import { refusalWords } from '../words/checks.ts';
import { failedToWords } from '../words/common.ts';
import type { ResourceView } from './resource-view.ts';

/** A kind, and its own words for a refusal if it has some. */
export interface RefusedView extends Pick<ResourceView, 'describeSaveError'> {
  readonly resource: RecordKind;
  /** Absent: as all records of the kind are called. */
  readonly label?: ResourceLabel;
}

export function labelIn({ resource, label }: RefusedView): ResourceLabel {
  return label ?? specOf(resource).label;
}

export function wording(view: RefusedView, refusal: ServerRefusal): readonly string[] {
  const { told, rest } = plainRefusal(view, refusal);
  const lines = Object.values(told);
  if (rest === undefined) return lines;
  const other = { ...refusal, body: rest };
  const others =
    view.describeSaveError?.(other, fieldLabel) ?? describeSaveError(other, fieldLabel, labelIn(view));
  return [...lines, ...others];
}

export function fieldWording(view: ResourceView, refusal: ServerRefusal): Record<string, string> {
  const { told, rest } = plainRefusal(view, refusal);
  return { ...fieldErrors(rest), ...told };
}

export function deletionWording(view: RefusedView, refusal: ServerRefusal): readonly string[] {
  const found = attachmentsIn(refusal.body);
  if (found) return [refusalWords.photosToo({ count: found.count, noun: labelIn(view).noun })];
  return describeDeleteError(refusal, fieldLabel, labelIn(view));
}

type Refusal = Pick<ServerRefusal, 'body'>;
type Noun = Pick<ResourceLabel, 'noun'>;

/** Falls back to 'Failed to save customer' if the server sent no message. */
export function describeSaveError(refusal: Refusal, labelOf: LabelOf, label: Noun): readonly string[] {
  return describe(refusal, labelOf, failedToWords.save({ what: label.noun }));
}

export function describeDeleteError(refusal: Refusal, labelOf: LabelOf, label: Noun): readonly string[] {
  return describe(refusal, labelOf, failedToWords.delete({ what: label.noun }));
}

function describe(refusal: Refusal, labelOf: LabelOf, fallback: string): readonly string[] {
  const message = messageOf(refusal.body);
  const lines = [...(message === null ? [] : [message]), ...fieldLines(refusal.body, labelOf)];
  return lines.length > 0 ? lines : [fallback];
}

// Messages of Django REST Framework. They name keys and stored values.
const NO_OBJECT = /^Invalid pk "[^"]*" - object does not exist\.$/;
const NO_CHOICE = /^"([^"]*)" is not a valid choice\.$/;

interface PlainRefusal {
  /** Our own texts, by field. */
  readonly told: Readonly<Record<string, string>>;
  /** The body without the fields of `told`. Undefined if no field is left. */
  readonly rest: unknown;
}

function plainRefusal(view: RefusedView, { body }: Refusal): PlainRefusal {
  const told = Object.fromEntries(
    Object.entries(fieldErrors(body)).flatMap(([field, text]) => {
      const words = plainWords(view, field, text);
      return words === null ? [] : [[field, words]];
    }),
  );
  if (Object.keys(told).length === 0) return { told, rest: body };
  const others = Object.entries(body as object).filter(([field]) => !Object.hasOwn(told, field));
  return { told, rest: others.length > 0 ? Object.fromEntries(others) : undefined };
}

function plainWords(view: RefusedView, field: string, text: string): string | null {
  const reference = specOf(view.resource).references.find((one) => one.field === field);
  if (reference && NO_OBJECT.test(text)) {
    return refusalWords.referenceGone({ target: specOf(reference.to).label.noun, noun: labelIn(view).noun });
  }
  const [, value] = NO_CHOICE.exec(text) ?? [];
  if (value === undefined) return null;
  const words = { value, field: fieldLabel(field) };
  return value === '' ? refusalWords.choiceMissing(words) : refusalWords.choiceUnknown(words);
}
