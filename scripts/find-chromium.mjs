import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { canInstall, installPackages } from './apt.mjs';

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Debian's packages for Chromium and its fonts. */
export const CHROMIUM_PACKAGES = ['chromium', 'fonts-liberation'];

/** Chromium without a window, in which tests take a fifth less time. */
export const SHELL_PACKAGES = ['chromium-headless-shell'];

export function findHeadlessShell() {
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined;
}

const REMEDIES = `No Chromium was found and none could be installed. Any one of these helps:
  1. set CHROMIUM_PATH to the executable of a Chromium or Chrome that is already here;
  2. on Debian or Ubuntu, as root: apt-get update && apt-get install -y chromium fonts-liberation;
  3. npx playwright install --with-deps chromium.`;

/**
 * Returns the path of a Chromium, after installing one if needed. If that fails, throws an error that lists remedies,
 * so that no caller skips its browser tests by accident.
 */
export async function findChromium(log = console.error) {
  const found = await lookForChromium();
  if (found) return found;
  for (const install of [installWithApt, installWithPlaywright]) {
    install(log);
    const installed = await lookForChromium();
    if (installed) return installed;
  }
  throw new Error(REMEDIES);
}

export async function lookForChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    // Using another browser instead of a wrong path would hide the mistake.
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, and there is no such file.`);
    return chosen;
  }
  const { chromium } = await import('@playwright/test');
  return [...SYSTEM_PATHS, chromium.executablePath()].find((path) => existsSync(path));
}

function installWithApt(log) {
  if (!canInstall()) return;
  log('No Chromium found: installing it with apt-get (about 100 MB)');
  installPackages([CHROMIUM_PACKAGES, SHELL_PACKAGES], log);
}

function installWithPlaywright(log) {
  log('No Chromium found: asking Playwright for its own');
  const args = ['node_modules/@playwright/test/cli.js', 'install', '--with-deps', 'chromium'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr, error } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) log(`playwright install failed:\n${error?.message ?? stderr.trim()}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(await findChromium());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
