import { canInstall, installPackages } from './apt.mjs';
import { CHROMIUM_PACKAGES, findChromium, lookForChromium, SHELL_PACKAGES } from './find-chromium.mjs';
import { FIREFOX_PACKAGES, findFirefox } from './find-firefox.mjs';
import { findWebKit, WEBKIT_PACKAGES } from './find-webkit.mjs';

/**
 * Returns this machine's browsers. First installs missing ones if that needs no password. Firefox and WebKit may be
 * undefined. Throws if there is no Chromium.
 */
export async function provideBrowsers(log = console.error) {
  const missing = [
    ...((await lookForChromium()) ? [] : [CHROMIUM_PACKAGES, SHELL_PACKAGES]),
    ...(findFirefox() ? [] : [FIREFOX_PACKAGES]),
    ...(findWebKit() ? [] : [WEBKIT_PACKAGES]),
  ];
  if (missing.length > 0 && canInstall()) {
    log(`Installing with apt-get: ${missing.flat().join(', ')} (100 to 300 MB)`);
    installPackages(missing, log);
  }
  return { chromium: await findChromium(log), firefox: findFirefox(), webkit: findWebKit() };
}
