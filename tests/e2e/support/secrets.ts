import type { BrowserContext } from '@playwright/test';
import { recordSent, type SentRequest } from './sent.ts';

/** Everything that a browser has sent, logged and stored since `overhear` was called. */
export interface Overheard {
  readonly sent: readonly SentRequest[];
  /** Console messages and uncaught errors of pages and service workers. */
  readonly console: readonly string[];
  /** Every value put into localStorage or sessionStorage, with its key. */
  readonly stored: readonly (readonly [key: string, value: string])[];
  /** Returns all tokens that were stored under this key. */
  tokens(key: 'token' | 'refresh_token'): string[];
}

declare global {
  interface Window {
    noteStored(key: string, value: string): Promise<void>;
  }
}

/** Records what a browser does. Call this before its first page is opened. */
export async function overhear(context: BrowserContext): Promise<Overheard> {
  const console: string[] = [];
  const stored: (readonly [string, string])[] = [];
  context.on('console', (message) => console.push(message.text()));
  context.on('weberror', (error) => console.push(String(error.error())));
  context.on('serviceworker', (worker) => worker.on('console', (message) => console.push(message.text())));
  await context.exposeFunction('noteStored', (key: string, value: string) => stored.push([key, value]));
  await context.addInitScript(() => {
    const setItem = { ...Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem') };
    const real = setItem.value as (key: string, value: string) => void;
    setItem.value = function note(this: Storage, key: string, value: string) {
      void window.noteStored(key, value);
      real.call(this, key, value);
    };
    Object.defineProperty(Storage.prototype, 'setItem', setItem);
  });
  return {
    sent: recordSent(context),
    console,
    stored,
    tokens: (wanted) => [...new Set(stored.filter(([key]) => key === wanted).map(([, value]) => value))],
  };
}

/** Returns the places whose text contains a secret: plain, URL-encoded, in base64, or only a token's signature. */
export function placesWith(
  secrets: readonly string[],
  places: Readonly<Record<string, string | readonly string[] | undefined>>,
): string[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    secret.split('.')[2] ?? secret,
  ]);
  return Object.entries(places)
    .filter(([, text]) => forms.some((form) => [text].flat().join('\n').includes(form)))
    .map(([place]) => place);
}
