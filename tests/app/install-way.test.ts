import { describe, expect, it } from 'vitest';
import {
  type BrowserFacts,
  canInstall,
  type InstallOffer,
  type InstallWay,
  installWay,
  startsEmpty,
} from '../../src/app/pwa/install.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPAD_FINGERS = 5;

function browser(userAgent: string, given: Partial<BrowserFacts> = {}): BrowserFacts {
  return { userAgent, touchPoints: 0, standalone: false, opensOffline: true, canPersist: true, ...given };
}

describe('the way to install the app', () => {
  it.each<[browser: string, userAgent: string, touchPoints: number, InstallWay]>([
    ['Safari on iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 5, 'iphone-safari'],
    [
      'Safari 26 on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      5,
      'iphone-safari',
    ],
    ['Chrome on iPhone', `${IPHONE} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`, 5, 'ios-browser'],
    ['Firefox on iPhone', `${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 5, 'ios-browser'],
    ['Edge on iPhone', `${IPHONE} EdgiOS/138.0 Version/18.0 Mobile/15E148 Safari/604.1`, 5, 'ios-browser'],
    ['the Google app on iPhone', `${IPHONE} GSA/380.0 Mobile/15E148 Safari/604.1`, 5, 'ios-in-app'],
    ['a page inside another app on iPhone', `${IPHONE} Mobile/15E148 [FBAN/FBIOS]`, 5, 'ios-in-app'],
    ['Safari on iPad', `${MAC} Version/18.5 Safari/605.1.15`, IPAD_FINGERS, 'ipad-safari'],
    ['Chrome on iPad', `${MAC} CriOS/138 Version/11.1.1 Safari/605.1.15`, IPAD_FINGERS, 'ios-browser'],
    [
      'Safari on an old iPad',
      'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
      5,
      'ipad-safari',
    ],
    ['Safari on a Mac', `${MAC} Version/18.5 Safari/605.1.15`, 0, 'mac-safari'],
    ['an old Safari on a Mac', `${MAC} Version/16.6 Safari/605.1.15`, 0, 'none'],
    [
      'Firefox on a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
      0,
      'none',
    ],
    [
      'Firefox on Android',
      'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
      5,
      'firefox-android',
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'none'],
    [
      'WebKitGTK',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      0,
      'none',
    ],
    ['Chrome on Android', `${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`, 5, 'not-offered'],
    ['Chrome on Linux', `${LINUX} Chrome/138.0.0.0 Safari/537.36`, 0, 'not-offered'],
    ['Chrome on a Mac', `${MAC} Chrome/138.0.0.0 Safari/537.36`, 0, 'not-offered'],
    ['Edge on Windows', `${LINUX} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 10, 'not-offered'],
  ])('of %s that offers nothing itself', (_, userAgent, touchPoints, way) => {
    expect(installWay(browser(userAgent, { touchPoints }), 'none')).toBe(way);
  });

  it.each<[what: string, standalone: boolean, InstallOffer, InstallWay]>([
    ['offers it', false, 'offered', 'prompt'],
    ['has just installed it', false, 'installed', 'installed'],
    ['shows it in a window of its own', true, 'none', 'installed'],
    ['shows it in a window of its own, and offers it', true, 'offered', 'installed'],
  ])('of a browser that %s', (_, standalone, offer, way) => {
    for (const userAgent of [`${LINUX} Chrome/138.0.0.0 Safari/537.36`, `${IPHONE} Mobile/15E148`])
      expect(installWay(browser(userAgent, { standalone }), offer)).toBe(way);
  });

  it.each<[InstallWay, installs: boolean, empty: boolean]>([
    ['prompt', true, false],
    ['firefox-android', true, false],
    ['iphone-safari', true, true],
    ['ipad-safari', true, true],
    ['ios-browser', true, true],
    ['ios-in-app', true, true],
    ['mac-safari', true, true],
    ['installed', false, false],
    ['not-offered', false, false],
    ['none', false, false],
  ])('%s: can be taken, and starts empty', (way, installs, empty) => {
    expect({ installs: canInstall(way), empty: startsEmpty(way) }).toEqual({ installs, empty });
  });
});
