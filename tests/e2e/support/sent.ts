import type { BrowserContext, Page, Request } from '@playwright/test';
import { customerSpec } from '../../../src/domain/customer.ts';
import type { FaultyProxy } from './faulty-proxy.ts';

/** A request as it left a page or the service worker. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly byServiceWorker: boolean;
  /** `user_id` of the bearer token; null where no token was sent, 'unreadable' for one of another form. */
  readonly subject: string | null;
}

/** Notes every request of a browser from now on. */
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

/** Whose an Authorization header is. Nothing is verified: the server does that. */
export function subjectOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  try {
    const payload = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
    return String((JSON.parse(payload) as { user_id: unknown }).user_id);
  } catch {
    return 'unreadable';
  }
}

/** Whose tokens the creates of customers carried that reached the proxy, in order. */
export function createsBy(proxy: FaultyProxy): (string | null)[] {
  return proxy.seen
    .filter(({ method, path }) => method === 'POST' && path === customerSpec.path)
    .map(({ headers }) => subjectOf(headers.authorization));
}

/** A gate in front of one kind of a page's requests. */
export interface Gate {
  /** Resolves when the first of them stands before it. */
  readonly reached: Promise<void>;
  open(): void;
}

/**
 * The server answers this page's requests of this kind at once, the page learns of it when the gate is
 * opened. Works in a browser without a connection, too.
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
    // A page that has given the request up meanwhile wants no answer.
    await route.fulfill({ response }).catch(() => {});
  });
  return { reached, open };
}
