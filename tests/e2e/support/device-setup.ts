import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type FullConfig } from '@playwright/test';
import { Companion } from './companion.ts';
import { usedDevice } from './device.ts';
import makeTemplate, { TEMPLATE_VARIABLE } from './global-setup.ts';

/** Where the fixtures find what a device keeps that was signed in at a server with a copy of the template. */
export const DEVICE_VARIABLE = 'E2E_DEVICE_FILE';

/** Makes the template, and once for all tests a device that was signed in at it, whose session the template holds. */
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
    // In an orderly way, so that all that it has written is on the disk.
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
