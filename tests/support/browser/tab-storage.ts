import type { DeviceServices } from '../../../src/app/device/device.ts';
import { LeftForms } from '../../../src/records/drafts/left-forms.ts';

export function tabStorage(): DeviceServices['tabStorage'] {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
  };
}

/** Returns the forms of a page without a predecessor in its tab. */
export function noLeftForms(account: string): LeftForms {
  return new LeftForms({ storage: tabStorage(), account, reopens: false });
}
