import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type FullConfig } from '@playwright/test';
import { Companion } from './companion.ts';
import { usedDevice } from './device.ts';
import makeTemplate, { TEMPLATE_VARIABLE } from './global-setup.ts';

/** Names the file with the stored data of a device that signed in to a server with the template's data. */
export const DEVICE_VARIABLE = 'E2E_DEVICE_FILE';

/** Makes the template and, once for all tests, a signed-in device whose session the template contains. */
export default async function deviceSetup({ projects: [first] }: FullConfig): Promise<() => Promise<void>> {
  const removeFirst = await makeTemplate();
  const folder = await mkdtemp(join(tmpdir(), 'restoration-e2e-'));
  const template = join(folder, 'template');
  const device = join(folder, 'device.json');
  const companion = await Companion.create({ template: process.env[TEMPLATE_VARIABLE] });
  try {
    const browser = await chromium.launch(first?.use.launchOptions);
    await writeFile(device, JSON.stringify(await usedDevice(browser, companion.url)));
    await browser.close();
    // Not with `kill`, so that everything written is on the disk.
    await companion.stop();
    await cp(companion.dataDir, template, { recursive: true });
  } finally {
    await companion.remove();
    await removeFirst();
  }
  process.env[TEMPLATE_VARIABLE] = template;
  process.env[DEVICE_VARIABLE] = device;
  return () => rm(folder, { recursive: true, force: true });
}
