import type { BrowserContext } from '@playwright/test';
import { recordSent, type SentRequest } from './sent.ts';

/** What a browser has done with tokens and passwords since it was overheard. */
export interface Overheard {
  readonly sent: readonly SentRequest[];
  /** Console messages and uncaught errors of pages and service workers. */
  readonly console: readonly string[];
  /** Every value that was ever put into localStorage or sessionStorage, with its key. */
  readonly stored: readonly (readonly [key: string, value: string])[];
  /** Tokens that were ever stored under this key. */
  tokens(key: 'token' | 'refresh_token'): string[];
}

declare global {
  interface Window {
    noteStored(key: string, value: string): Promise<void>;
  }
}

/** Listens to a browser from before its first page. */
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

/** The places whose text holds a secret, plain, in an address, in base64, or a token's signature alone. */
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
