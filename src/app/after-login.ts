/** Where a person goes who opens the app without saying where. */
export const HOME = '/dashboard';

const PARAMETER = 'next';
/** Only there to read an address by: no request goes to it. */
const SELF = 'https://app.invalid';

/** The login screen's address that remembers where somebody wanted to go. */
export function loginPath(wanted: string | null): string {
  return remembering('/login', wanted);
}

/** The landing page's address that does. */
export function landingPath(wanted: string | null): string {
  return remembering('/', wanted);
}

/** Where to go after signing in: what the address remembers, else home. */
export function pathAfterLogin(search: string): string {
  return wantedPath(search) ?? HOME;
}

/** What an address remembers, if it is the path of a screen of this app. */
export function wantedPath(search: string): string | null {
  const wanted = new URLSearchParams(search).get(PARAMETER) ?? '';
  if (!wanted.startsWith('/') || !URL.canParse(wanted, SELF)) return null;
  const { origin, pathname, search: query, hash } = new URL(wanted, SELF);
  // '//elsewhere' and '/\elsewhere' are addresses of other hosts.
  if (origin !== SELF || pathname === '/' || pathname === '/login') return null;
  return `${pathname}${query}${hash}`;
}

function remembering(path: string, wanted: string | null): string {
  return wanted === null ? path : `${path}?${PARAMETER}=${encodeURIComponent(wanted)}`;
}
