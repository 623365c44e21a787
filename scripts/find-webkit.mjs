import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian and Ubuntu keep the browser in a subfolder for the machine's architecture. */
const LIBRARIES = '/usr/lib';
const BROWSERS = ['webkit2gtk-4.1/MiniBrowser', 'webkitgtk-6.0/MiniBrowser', 'webkit2gtk-4.0/MiniBrowser'];

/** Debian's packages for the browser, its driver, and a virtual screen. */
export const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb'];

/**
 * Returns the programs that run WebKitGTK without a screen, or undefined if one is missing. Throws if
 * WEBKIT_DRIVER_PATH, WEBKIT_BROWSER_PATH or XVFB_PATH names no file.
 */
export function findWebKit() {
  const driver = chosenOr('WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']);
  const browser = chosenOr('WEBKIT_BROWSER_PATH', miniBrowsers());
  const xvfb = chosenOr('XVFB_PATH', ['/usr/bin/Xvfb']);
  return driver && browser && xvfb ? { driver, browser, xvfb } : undefined;
}

function chosenOr(variable, paths) {
  const chosen = process.env[variable];
  if (chosen && !existsSync(chosen)) throw new Error(`${variable} is ${chosen}, and there is no such file.`);
  return chosen || paths.find((path) => existsSync(path));
}

function miniBrowsers() {
  const folders = existsSync(LIBRARIES)
    ? readdirSync(LIBRARIES).filter((name) => name.includes('-linux-'))
    : [];
  return ['.', ...folders].flatMap((folder) => BROWSERS.map((browser) => join(LIBRARIES, folder, browser)));
}
