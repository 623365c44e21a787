import { sentences } from './sentences.ts';

/** The messages of the product that name no kind of record, word for word. Shown where a server gave no words. */
export const failureWords = sentences({
  loginFailed: 'Login failed',
  refreshFailed: 'Failed to refresh token',
  userFailed: 'Failed to get user',
  statsFailed: 'Failed to fetch dashboard stats',
  noRefreshToken: 'No refresh token available',
  noToken: 'No token available',
  sessionExpired: 'Session expired. Please login again.',
  reportNotFound: 'Report not found',
  dashboard: 'Error loading dashboard: {error}',
});

/** What could not be done with a record or a list, word for word. */
export const failedToWords = sentences({
  fetch: 'Failed to fetch {what}',
  create: 'Failed to create {what}',
  update: 'Failed to update {what}',
  delete: 'Failed to delete {what}',
  save: 'Failed to save {what}',
});

/** The same where no server answered. */
export const noAnswerWords = sentences({
  timeout: '{failure}: the server took too long to answer.',
  unreachable: '{failure}: the server cannot be reached.',
});
