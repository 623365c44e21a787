/** Where a person goes who opens the app without saying where. */
export const HOME = '/dashboard';

const PARAMETER = 'next';
/** Only there to read an address by: no request goes to it. */
const SELF = 'https://app.invalid';

/** The login screen's address that remembers where somebody wanted to go. */
export function loginPath(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?${PARAMETER}=${encodeURIComponent(wanted)}`;
}

/** Where to go after signing in: what the address remembers if it is a path of this app, else home. */
export function pathAfterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get(PARAMETER) ?? '';
  if (!wanted.startsWith('/') || !URL.canParse(wanted, SELF)) return HOME;
  const { origin, pathname, search: query, hash } = new URL(wanted, SELF);
  // '//elsewhere' and '/\elsewhere' are addresses of other hosts.
  if (origin !== SELF || pathname === '/login') return HOME;
  return `${pathname}${query}${hash}`;
}
