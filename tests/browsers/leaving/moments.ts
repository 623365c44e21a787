import { signIn } from '../support/sign-in.ts';
import type { Device } from './device.ts';

/** The kinds of work during which a page is left. */
export const MOMENTS = ['first download', 'replay', 'save'] as const;

export type Moment = (typeof MOMENTS)[number];

/** The number of changes that wait for a connection before a replay. */
const WAITING = 4;

interface Steps {
  /** True if the moment needs a device with an empty profile. */
  readonly fresh: boolean;
  /** Prepares the moment. The device shows its list of projects, unless it is fresh. */
  readonly prepare: (device: Device, name: string) => Promise<void>;
  /** Begins the work. Resolves as soon as it is under way. */
  readonly begin: (device: Device, name: string) => Promise<void>;
}

/** How each moment is reached. `name` is for records created in it, and unique in the run. */
export const STEPS: Readonly<Record<Moment, Steps>> = {
  'first download': {
    fresh: true,
    prepare: async () => undefined,
    begin: async ({ tab }) => {
      await signIn(tab, '/dashboard');
      await tab.reads('Total Customers');
    },
  },
  replay: {
    fresh: false,
    prepare: async (device, name) => {
      device.disconnect();
      for (let n = 1; n <= WAITING; n += 1) await device.save(`${name} waiting ${n}`);
      await device.tab.reads(`${WAITING} changes waiting`);
    },
    begin: (device) => device.reconnect(),
  },
  save: {
    fresh: false,
    prepare: async (device, name) => {
      await device.fillIn(name);
    },
    begin: async ({ tab }) => {
      await tab.press('button', 'Create');
    },
  },
};
