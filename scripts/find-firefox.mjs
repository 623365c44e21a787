import { existsSync } from 'node:fs';

const SYSTEM_PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

export const FIREFOX_PACKAGES = ['firefox-esr'];

/** @throws if FIREFOX_PATH names no file */
export function findFirefox() {
  const chosen = process.env.FIREFOX_PATH;
  if (chosen && !existsSync(chosen)) throw new Error(`FIREFOX_PATH is ${chosen}, and there is no such file.`);
  return chosen || SYSTEM_PATHS.find((path) => existsSync(path));
}
