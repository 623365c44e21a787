/** The screen after a sign-in if the URL names none. */
export const HOME = '/dashboard';

const PARAMETER = 'next';
/** Used only for parsing. */
const SELF = 'https://app.invalid';

export function loginPath(wanted: string | null): string {
  return remembering('/login', wanted);
}

export function landingPath(wanted: string | null): string {
  return remembering('/', wanted);
}

export function pathAfterLogin(search: string): string {
  return wantedPath(search) ?? HOME;
}

export function wantedPath(search: string): string | null {
  const wanted = new URLSearchParams(search).get(PARAMETER) ?? '';
  if (!wanted.startsWith('/') || !URL.canParse(wanted, SELF)) return null;
  const { origin, pathname, search: query, hash } = new URL(wanted, SELF);
  // '//elsewhere' and '/\elsewhere' lead to other hosts.
  if (origin !== SELF || pathname === '/' || pathname === '/login') return null;
  return `${pathname}${query}${hash}`;
}

function remembering(path: string, wanted: string | null): string {
  return wanted === null ? path : `${path}?${PARAMETER}=${encodeURIComponent(wanted)}`;
}
