/** What the browser says of itself. */
export interface BrowserFacts {
  readonly userAgent: string;
  /** Fingers that the screen can tell apart; 0 without a touch screen. */
  readonly touchPoints: number;
  /** The page has a window of its own, without the browser's address bar. */
  readonly standalone: boolean;
  /** The browser lets a service worker open the app without a connection. Not over plain HTTP. */
  readonly opensOffline: boolean;
  /** The browser can be asked to keep the app's data when the device runs out of space. */
  readonly canPersist: boolean;
}

/** Ways that the app can explain but not start. */
export type GuidedWay =
  | 'iphone-safari'
  | 'ipad-safari'
  | 'ios-browser'
  | 'ios-in-app'
  | 'mac-safari'
  | 'firefox-android';

/**
 * How the app gets onto this device. `prompt`: the browser has a dialog for it and offers it now. `not-offered`: the
 * browser has one and does not offer it, for instance because the app is installed. `none`: the browser has no way.
 */
export type InstallWay = 'installed' | 'prompt' | GuidedWay | 'not-offered' | 'none';

/** What Chromium's own event has said so far in this page. */
export type InstallOffer = 'none' | 'offered' | 'installed';

/** Other browsers on iOS. All of them name Safari as well. */
const IOS_BROWSERS = /CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo|YaBrowser|Brave|Focus\//;
/** Pages inside another app, which have no way to the Home Screen. Most do not name Safari. */
const IN_APP = /GSA\/|FBAN|FBAV|Instagram|Line\//;
/** The first Safari with 'Add to Dock'. */
const DOCK_SAFARI = 17;

/** How this browser installs the app. By the user agent only where the browser offers nothing itself. */
export function installWay(browser: BrowserFacts, offer: InstallOffer): InstallWay {
  const { userAgent, touchPoints, standalone } = browser;
  if (standalone || offer === 'installed') return 'installed';
  if (offer === 'offered') return 'prompt';
  const isMac = userAgent.includes('Macintosh');
  if (/iPhone|iPod/.test(userAgent)) return iosWay(userAgent, 'iphone-safari');
  // iPadOS calls itself a Mac; no Mac has a touch screen.
  if (userAgent.includes('iPad') || (isMac && touchPoints > 1)) return iosWay(userAgent, 'ipad-safari');
  if (/Android.*Firefox\//.test(userAgent)) return 'firefox-android';
  if (/Chrome\/|Chromium\//.test(userAgent)) return 'not-offered';
  const safari = isMac && /Version\/(\d+).* Safari\//.exec(userAgent);
  return safari && Number(safari[1]) >= DOCK_SAFARI ? 'mac-safari' : 'none';
}

/** Whether there is something to press or to explain. */
export function canInstall(way: InstallWay): way is 'prompt' | GuidedWay {
  return way !== 'installed' && way !== 'not-offered' && way !== 'none';
}

/** Whether the installed app has a storage of its own, and nothing of what this browser keeps. */
export function startsEmpty(way: InstallWay): boolean {
  return canInstall(way) && way !== 'prompt' && way !== 'firefox-android';
}

function iosWay(userAgent: string, safari: GuidedWay): GuidedWay {
  if (!userAgent.includes('Safari/') || IN_APP.test(userAgent)) return 'ios-in-app';
  return IOS_BROWSERS.test(userAgent) ? 'ios-browser' : safari;
}
