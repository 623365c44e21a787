import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../src/app/error-boundary.tsx';
import type { Log } from '../../src/domain/ports.ts';
import { lazyPart } from '../../src/ui/lazy-part.ts';
import { silentLog } from '../support/records/record-services.tsx';

function show(screenOf: React.ReactNode, reload = vi.fn<() => void>()) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const log = { ...silentLog(), error: vi.fn<Log['error']>() };
  render(
    <MantineProvider>
      <nav>still here</nav>
      <ErrorBoundary log={log} reload={reload}>
        <Suspense fallback="…">{screenOf}</Suspense>
      </ErrorBoundary>
    </MantineProvider>,
  );
  return { log, reload, user: userEvent.setup() };
}

test('a screen that breaks leaves the shell alive and can be tried again', async () => {
  let broken = true;
  function Fragile() {
    if (broken) throw new Error('planted');
    return <p>mended</p>;
  }
  const { log, user } = show(<Fragile />);
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on this screen.');
  expect(screen.getByText('still here')).toBeVisible();
  expect(log.error).toHaveBeenCalledOnce();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('mended')).toBeVisible();
});

test('a part that cannot be loaded offers a reload and calls for no developer', async () => {
  const Missing = lazyPart<object>(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  const { log, reload, user } = show(<Missing />);
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
  expect(log.error).not.toHaveBeenCalled();
});

test('a screen that could not be loaded is loaded again when it is tried again', async () => {
  let hasConnection = false;
  const Later = lazyPart<object>(async () => {
    if (!hasConnection) throw new TypeError('Failed to fetch');
    return { default: () => <p>the screen</p> };
  });
  const { user } = show(<Later />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  hasConnection = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the screen')).toBeVisible();
});

test('a screen that could not be loaded is loaded again at the next visit', async () => {
  let hasConnection = false;
  const Later = lazyPart<object>(() =>
    hasConnection
      ? Promise.resolve({ default: () => <p>the screen</p> })
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const at = (path: string) => (
    <MantineProvider>
      <ErrorBoundary key={path} log={silentLog()} reload={() => {}}>
        <Suspense fallback="…">{path === '/later' ? <Later /> : <p>home</p>}</Suspense>
      </ErrorBoundary>
    </MantineProvider>
  );
  const { rerender } = render(at('/later'));
  expect(await screen.findByRole('alert')).toBeVisible();
  rerender(at('/home'));
  expect(screen.getByText('home')).toBeVisible();
  hasConnection = true;
  rerender(at('/later'));
  expect(await screen.findByText('the screen')).toBeVisible();
});
