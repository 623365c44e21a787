import { failedTo } from '../domain/error-catalogue.ts';
import type { ServerRefusal } from '../domain/mutation.ts';
import type { ResourceLabel } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { fieldLines, messageOf } from '../domain/server-message.ts';
import { DeviceFullError, NotSavedError } from '../records/save-transaction.ts';
import type { ResourceView } from './resource-view.ts';

/** The words of a refused save as this kind of record puts them. */
export function wording(view: ResourceView, refusal: ServerRefusal): readonly string[] {
  return view.describeSaveError?.(refusal) ?? describeSaveError(refusal, resourceSpecs[view.resource].label);
}

/** Why a save came to nothing on the device. Of a full one, with the button to press once there is room. */
export function notSavedWords(error: unknown, button: string, fallback: string): string {
  if (error instanceof DeviceFullError) {
    return `This device is out of storage. Free some space, then press ${button} again.`;
  }
  return error instanceof NotSavedError ? error.message : fallback;
}

type Refusal = Pick<ServerRefusal, 'body'>;
type Noun = Pick<ResourceLabel, 'noun'>;

/**
 * What a server said about a refused save, a line each: its message and a line for each field; where it said
 * neither, 'Failed to save customer'.
 */
export function describeSaveError(refusal: Refusal, label: Noun): readonly string[] {
  return describe(refusal, failedTo('save', label.noun));
}

/** The same for a refused deletion: in its place 'Failed to delete customer'. */
export function describeDeleteError(refusal: Refusal, label: Noun): readonly string[] {
  return describe(refusal, failedTo('delete', label.noun));
}

function describe(refusal: Refusal, fallback: string): readonly string[] {
  const message = messageOf(refusal.body);
  const lines = [...(message === null ? [] : [message]), ...fieldLines(refusal.body)];
  return lines.length > 0 ? lines : [fallback];
}
