import type { Clock, KeyValueStore } from '../../domain/ports.ts';
import type { ShortcutSwitch } from '../shell/use-shortcuts.ts';

export interface BrowserFacts {
  readonly userAgent: string;
  /** The number of simultaneous touches that the screen can tell apart; 0 without a touch screen. */
  readonly touchPoints: number;
  /** The app runs in its own window, without an address bar. */
  readonly standalone: boolean;
  /** True if a service worker can open the app offline. Plain HTTP does not allow that. */
  readonly opensOffline: boolean;
  readonly canPersist: boolean;
}

/** Ways to install that the app can only explain. */
export type GuidedWay =
  | 'iphone-safari'
  | 'ipad-safari'
  | 'ios-browser'
  | 'ios-in-app'
  | 'mac-safari'
  | 'firefox-android';

/**
 * `prompt`: the browser offers its dialog now. `not-offered`: it has a dialog but does not offer it, for instance
 * because the app is installed. `none`: the browser cannot install apps.
 */
export type InstallWay = 'installed' | 'prompt' | GuidedWay | 'not-offered' | 'none';

export type InstallOffer = 'none' | 'offered' | 'installed';

/** Other browsers on iOS. Their user agents also name Safari. */
const IOS_BROWSERS = /CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo|YaBrowser|Brave|Focus\//;
/** In-app browsers, which cannot add to the Home Screen. Most do not name Safari. */
const IN_APP = /GSA\/|FBAN|FBAV|Instagram|Line\//;
/** The first Safari with 'Add to Dock'. */
const DOCK_SAFARI = 17;

/** Returns how the app can be installed. Uses the user agent only if the browser has not offered its own prompt. */
export function installWay(browser: BrowserFacts, offer: InstallOffer): InstallWay {
  const { userAgent, touchPoints, standalone } = browser;
  if (standalone || offer === 'installed') return 'installed';
  if (offer === 'offered') return 'prompt';
  const isMac = userAgent.includes('Macintosh');
  if (/iPhone|iPod/.test(userAgent)) return iosWay(userAgent, 'iphone-safari');
  // iPadOS calls itself a Mac, but no Mac has a touch screen.
  if (userAgent.includes('iPad') || (isMac && touchPoints > 1)) return iosWay(userAgent, 'ipad-safari');
  if (/Android.*Firefox\//.test(userAgent)) return 'firefox-android';
  if (/Chrome\/|Chromium\//.test(userAgent)) return 'not-offered';
  const safari = isMac && /Version\/(\d+).* Safari\//.exec(userAgent);
  return safari && Number(safari[1]) >= DOCK_SAFARI ? 'mac-safari' : 'none';
}

export function canInstall(way: InstallWay): way is 'prompt' | GuidedWay {
  return way !== 'installed' && way !== 'not-offered' && way !== 'none';
}

/** True if the installed app has its own storage. */
export function startsEmpty(way: InstallWay): boolean {
  return canInstall(way) && way !== 'prompt' && way !== 'firefox-android';
}

/** Returns true for a browser on an iPhone or iPad, which may clear the site's data after seven days. */
export function isSiteOnIos(way: InstallWay): boolean {
  return /^(iphone|ipad|ios)-/.test(way);
}

function iosWay(userAgent: string, safari: GuidedWay): GuidedWay {
  if (!userAgent.includes('Safari/') || IN_APP.test(userAgent)) return 'ios-in-app';
  return IOS_BROWSERS.test(userAgent) ? 'ios-browser' : safari;
}

export interface InstallPorts {
  readonly way: InstallWay;
  /** Call this only if `way` is 'prompt'. */
  readonly install: () => void;
  /** True while something else needs the user's answer, so nothing is suggested. */
  readonly quiet: boolean;
  readonly mayAsk: () => boolean;
  readonly noteAsked: () => void;
}

export interface FramePorts {
  readonly install: InstallPorts;
  readonly browser: BrowserFacts;
  readonly shortcuts: ShortcutSwitch;
  readonly version: string;
  /** Shows a number on the app's icon, or none at 0. */
  readonly setBadge: (count: number) => void;
}

const KEY = 'install-asked';
const AGAIN_AFTER_MS = 90 * 24 * 60 * 60_000;

/** Remembers, for all accounts of the device, when the app last suggested installing. */
interface InstallMemory {
  /** False in a page that has suggested it, and for 90 days afterwards on the whole device. */
  mayAsk(): boolean;
  noteAsked(): void;
}

export function installMemory(storage: Pick<KeyValueStore, 'get' | 'set'>, clock: Clock): InstallMemory {
  let askedHere = false;
  return {
    mayAsk: () => {
      const asked = Number(storage.get(KEY) ?? Number.NEGATIVE_INFINITY);
      const age = clock.now() - asked;
      // If the clock was set back, the age is negative: ask again.
      return !askedHere && !(age >= 0 && age < AGAIN_AFTER_MS);
    },
    noteAsked: () => {
      askedHere = true;
      try {
        storage.set(KEY, String(clock.now()));
      } catch {
        // No space left: remembered only in this page.
      }
    },
  };
}
