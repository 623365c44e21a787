import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { delay } from '../../domain/ports.ts';
import { openingProblems } from '../../words/opening.ts';
import { OpeningProblem } from '../account/opening.ts';
import type { DeviceServices } from '../device.ts';
import { watchAppUpdates } from '../pwa/app-updates.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import type { Services } from './create-services.ts';
import { hideWhileKept } from './hide-while-kept.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { Root, type RootProps } from './root.tsx';

/** Time in ms that an empty page may stand before it says that something is being loaded. */
const SPINNER_AFTER_MS = 200;

interface Start {
  readonly device: DeviceServices;
  readonly services: Services;
  /** Resolves when the code of the screen that will be shown has been loaded. */
  readonly screen: Promise<void>;
  readonly install: InstallPrompt;
}

/** Mounts the app in `element`: with the first rows, where they are soon read. */
export async function start(
  element: HTMLElement,
  { device, services, screen, install }: Start,
): Promise<void> {
  const ready = Promise.all([services.settled, screen]);
  await Promise.race([ready, delay(device.clock, SPINNER_AFTER_MS)]);
  mount(element, { device, services, updates: watchAppUpdates(device), install });
}

/** Says that this browser keeps nothing, in the place of the app. */
export function refuse(element: HTMLElement): void {
  const problem = new OpeningProblem(openingProblems.refused);
  createRoot(element).render(<OpeningNotice problem={problem} reload={() => location.reload()} />);
}

/** Mounts the app in `element`, which nothing else draws into. */
export function mount(element: HTMLElement, props: RootProps): void {
  hideWhileKept(document.documentElement);
  createRoot(element).render(
    <StrictMode>
      <Root {...props} />
    </StrictMode>,
  );
}
