import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { BookSize } from './book.ts';
import type { BookOrder, BookReport, SeenRequest } from './book-orders.ts';
import type { LinkOptions } from './link.ts';

const APP = 'dist';
const PLAIN = 'bench/app/plain';

/** A company's data and its server, in a child process. */
export class BookProcess {
  /** The app's address. */
  readonly app: string;
  /** The address of pages that do not contain the app but have the same API. */
  readonly plain: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { app, plain }: Extract<BookReport, { kind: 'open' }>) {
    this.#child = child;
    this.app = app;
    this.plain = plain;
  }

  /** @param app folder of the built app */
  static async open(size: BookSize, app = APP): Promise<BookProcess> {
    const child = fork(new URL('./book-server.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    return new BookProcess(child, await ask(child, { kind: 'open', size, app, plain: PLAIN }));
  }

  /** Routes everything through this link from now on; null removes it. Cuts open connections. */
  async setLink(link: LinkOptions | null): Promise<void> {
    await ask(this.#child, { kind: 'link', link });
  }

  async takeSeen(): Promise<readonly SeenRequest[]> {
    return (await ask(this.#child, { kind: 'seen' })).requests;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}

async function ask<K extends BookOrder['kind']>(
  child: ChildProcess,
  order: Extract<BookOrder, { kind: K }>,
): Promise<Extract<BookReport, { kind: K }>> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The book's server ended with ${code}`);
  });
  // Perhaps nothing awaits this promise.
  ended.catch(() => {});
  const answered = once(child, 'message', { signal });
  child.send(order);
  try {
    const [report] = await Promise.race([answered, ended]);
    return report;
  } finally {
    over.abort();
  }
}
