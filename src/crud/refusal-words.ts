import { fieldLabel, resourceSpecs } from '../domain/resource-specs.ts';
import { fieldErrors } from '../domain/server-message.ts';
import type { ServerRefusal } from '../outbox/mutation.ts';
import { DeviceFullError, NotSavedError } from '../records/save-transaction.ts';
import { refusalWords } from '../words/checks.ts';
import type { ResourceView } from './resource-view.ts';
import { describeDeleteError, describeSaveError, plainRefusal } from './save-error.ts';

/** The words of a refused save as this kind of record puts them, its fields by the labels of the forms. */
export function wording(view: ResourceView, refusal: ServerRefusal): readonly string[] {
  const { told, rest } = plainRefusal(view.resource, refusal);
  const lines = Object.values(told);
  if (rest === undefined) return lines;
  const other = { ...refusal, body: rest };
  const others =
    view.describeSaveError?.(other, fieldLabel) ??
    describeSaveError(other, fieldLabel, resourceSpecs[view.resource].label);
  return [...lines, ...others];
}

/** The words that stand beside each field of a form. */
export function fieldWording({ resource }: ResourceView, refusal: ServerRefusal): Record<string, string> {
  const { told, rest } = plainRefusal(resource, refusal);
  return { ...fieldErrors(rest), ...told };
}

/** The words of a refused deletion. */
export function deletionWording({ resource }: ResourceView, refusal: ServerRefusal): readonly string[] {
  return describeDeleteError(refusal, fieldLabel, resourceSpecs[resource].label);
}

/** Why a save came to nothing on the device. Of a full one, with the button to press once there is room. */
export function notSavedWords(error: unknown, button: string, fallback: string): string {
  if (error instanceof DeviceFullError) return refusalWords.deviceFull({ button });
  return error instanceof NotSavedError ? error.message : fallback;
}
