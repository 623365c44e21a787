import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** Values by name. An empty value removes the parameter. */
type Changes = Readonly<Record<string, string>>;

interface Options {
  /** Adds no history entry. */
  readonly replace: boolean;
}

/**
 * Returns the query as last rendered, and a function that changes parameters. That starts from the URL itself: the
 * router renders in a transition, so the rendered query may still lack the change before. It changes nothing once the
 * user has left for another path.
 */
export function useQuery() {
  const [rendered, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const set = useCallback(
    (changes: Changes | ((now: URLSearchParams) => Changes), { replace }: Options = { replace: true }) => {
      const query = new URLSearchParams(window.location.search);
      const given = typeof changes === 'function' ? changes(query) : changes;
      for (const [name, value] of Object.entries(given)) {
        if (value === '') query.delete(name);
        else query.set(name, value);
      }
      // The router would go back to the rendered path, for example after a save that took long.
      if (window.location.pathname === pathname) setParams(query, { replace });
      return query;
    },
    [setParams, pathname],
  );
  return [rendered, set] as const;
}
