/** The messages of the product that name no kind of record, word for word. Shown where a server gave no words. */
export const ERRORS = {
  loginFailed: 'Login failed',
  refreshFailed: 'Failed to refresh token',
  userFailed: 'Failed to get user',
  statsFailed: 'Failed to fetch dashboard stats',
  noRefreshToken: 'No refresh token available',
  noToken: 'No token available',
  sessionExpired: 'Session expired. Please login again.',
  reportNotFound: 'Report not found',
  dashboard: (error: string): string => `Error loading dashboard: ${error}`,
} as const;

type Act = 'fetch' | 'create' | 'update' | 'delete' | 'save';

/**
 * 'Failed to save work order', where a server gave no words of its own. `what` is the label's noun for one
 * record, its plural in small letters for a list.
 */
export function failedTo(act: Act, what: string): string {
  return `Failed to ${act} ${what}`;
}
