import { NAV_BELOW, NAV_ENTRIES } from './nav-entries.ts';

/** Screens by the letter that leads there after a 'g'. */
export const GO_TO = [...NAV_ENTRIES, ...NAV_BELOW].map(({ path, title }) => ({
  key: title.charAt(0).toLowerCase(),
  path,
  title,
}));

export type Shortcut =
  | { readonly do: 'find' }
  | { readonly do: 'help' }
  /** The next letter says where to. */
  | { readonly do: 'await' }
  | { readonly do: 'go'; readonly to: string };

/**
 * What a key asks for; null for any other.
 * @param place where the person is; `search` is the address's part from '?' on, `lists` the paths of the lists to which a
 * record can be added
 */
export function shortcutFor(
  key: string,
  afterG: boolean,
  {
    pathname,
    search,
    lists,
  }: { readonly pathname: string; readonly search: string; readonly lists: readonly string[] },
): Shortcut | null {
  if (afterG) {
    const entry = GO_TO.find((one) => one.key === key);
    return entry ? { do: 'go', to: entry.path } : null;
  }
  switch (key) {
    case '/':
      return { do: 'find' };
    case '?':
      return { do: 'help' };
    case 'g':
      return { do: 'await' };
    case 'n': {
      const list = lists.find((path) => pathname === path || pathname.startsWith(`${path}/`));
      if (list === undefined) return null;
      const params = new URLSearchParams(pathname === list ? search : '');
      params.set('new', '');
      return { do: 'go', to: `${list}?${params}` };
    }
    default:
      return null;
  }
}
