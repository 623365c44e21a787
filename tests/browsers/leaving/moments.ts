import { signIn } from '../support/sign-in.ts';
import type { Device } from './device.ts';

/** What a page is doing when it is left. */
export const MOMENTS = ['first download', 'replay', 'save'] as const;

export type Moment = (typeof MOMENTS)[number];

/** How many changes wait for a connection before a replay. */
const WAITING = 4;

interface Steps {
  /** Whether it takes a device that has nothing yet. */
  readonly fresh: boolean;
  /** Up to the moment; the device is at its list of projects, unless it is fresh. */
  readonly prepare: (device: Device, name: string) => Promise<void>;
  /** Begins what the page will be doing; resolves as soon as it does. */
  readonly begin: (device: Device, name: string) => Promise<void>;
}

/** How each moment is come to. `name` is for what is made in it: no other moment of a run has the same. */
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
