import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchAppUpdates } from './app-updates.ts';
import { createServices, OpeningProblem } from './create-services.ts';
import { type DeviceServices, keepsData } from './device.ts';
import { hideWhileKept } from './hide-while-kept.ts';
import { watchInstallPrompt } from './install-prompt.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { Root } from './root.tsx';

export { endRemovalsOn } from './end-removals.ts';

/** Builds the services and mounts the app in `element`. */
export function start(element: HTMLElement, device: DeviceServices): void {
  if (!keepsData()) {
    const problem = new OpeningProblem('This browser lets the site keep nothing, so nothing could be saved.');
    createRoot(element).render(<OpeningNotice problem={problem} reload={() => location.reload()} />);
    return;
  }
  const install = watchInstallPrompt();
  const services = createServices({
    device,
    baseUrl: (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/$/, ''),
    pageOrigin: location.origin,
  });
  const updates = watchAppUpdates(device);
  hideWhileKept(document.documentElement);
  createRoot(element).render(
    <StrictMode>
      <Root services={services} device={device} updates={updates} install={install} />
    </StrictMode>,
  );
}
