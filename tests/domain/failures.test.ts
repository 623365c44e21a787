import { describe, expect, it, test } from 'vitest';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { NotLoadedError } from '../../src/domain/sign-in-failure.ts';
import { failedToWords, failureWords } from '../../src/words/common.ts';

// @spec 2.16 8.1 8.2 8.3 8.11 D1.26
test('messages that name no kind of record match the specification word for word', () => {
  const { dashboard, ...messages } = failureWords;
  expect(messages).toEqual({
    loginFailed: 'Login failed',
    refreshFailed: 'Failed to refresh token',
    userFailed: 'Failed to get user',
    statsFailed: 'Failed to fetch dashboard stats',
    noRefreshToken: 'No refresh token available',
    noToken: 'No token available',
    sessionExpired: 'Session expired. Please login again.',
    reportNotFound: 'Report not found',
  });
  expect(dashboard({ error: 'It is broken' })).toBe('Error loading dashboard: It is broken');
});

describe('a failed action', () => {
  const nouns = {
    customers: 'customer',
    projects: 'project',
    estimates: 'estimate',
    workOrders: 'work order',
  };

  // @spec 8.6 8.7 8.8 8.9 8.10 D1.26
  it.each(RESOURCE_NAMES)('on %s is reported in the words of the specification', (name) => {
    const { noun } = resourceSpecs[name].label;
    expect(
      (['fetch', 'create', 'update', 'delete', 'save'] as const).map((act) =>
        failedToWords[act]({ what: noun }),
      ),
    ).toEqual([
      `Failed to fetch ${nouns[name]}`,
      `Failed to create ${nouns[name]}`,
      `Failed to update ${nouns[name]}`,
      `Failed to delete ${nouns[name]}`,
      `Failed to save ${nouns[name]}`,
    ]);
  });
});

test('a sign-in whose code failed to load says what helps', () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  expect(new NotLoadedError(cause)).toMatchObject({
    cause,
    message: 'Login failed: a part of the app could not be loaded. Please reload the page.',
  });
});
