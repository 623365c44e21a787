import type { BrowserContext, Page, Request } from '@playwright/test';
import { customerSpec } from '../../../src/domain/customer.ts';
import type { FaultyProxy } from './faulty-proxy.ts';

/** A request sent by a page or the service worker. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly byServiceWorker: boolean;
  /** The `user_id` of the bearer token, null without a token, or 'unreadable' for another kind of token. */
  readonly subject: string | null;
}

/** Records every request of a browser from now on. */
export function recordSent(context: BrowserContext): SentRequest[] {
  const sent: SentRequest[] = [];
  context.on('request', (request) => sent.push(read(request)));
  return sent;
}

function read(request: Request): SentRequest {
  return {
    method: request.method(),
    url: new URL(request.url()),
    headers: request.headers(),
    body: request.postData() ?? '',
    byServiceWorker: request.serviceWorker() !== null,
    subject: subjectOf(request.headers()['authorization']),
  };
}

/** Returns the `user_id` in an Authorization header, without verifying the token. */
export function subjectOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  try {
    const payload = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
    return String((JSON.parse(payload) as { user_id: unknown }).user_id);
  } catch {
    return 'unreadable';
  }
}

/** Returns the `user_id` of each create of a customer that reached the proxy, in order. */
export function createsBy(proxy: FaultyProxy): (string | null)[] {
  return proxy.seen
    .filter(({ method, path }) => method === 'POST' && path === customerSpec.path)
    .map(({ headers }) => subjectOf(headers.authorization));
}

/** A gate that holds the answers to one kind of a page's requests. */
export interface Gate {
  /** Resolves when the server has answered the first one. */
  readonly reached: Promise<void>;
  open(): void;
}

/**
 * Lets the server answer requests at once, but gives the page the answers only when the gate is opened. Also works in a
 * browser without a connection.
 */
export async function holdAnswers(page: Page, method: string, path: string): Promise<Gate> {
  let open = (): void => {};
  let reach = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    reach();
    await opened;
    // The page may have given up the request meanwhile.
    await route.fulfill({ response }).catch(() => {});
  });
  return { reached, open };
}
