import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/domain/ports.ts';
import { flush } from '../browser/flush.ts';
import { injectRequest } from '../server/inject-request.ts';
import type { TestServer } from '../server/server.ts';
import type { Backend } from '../tab/test-device.ts';

/** The real server in this process, behind a network that a test can make lossy. */
export class ServerBackend implements Backend {
  readonly origin = 'http://companion.test';
  /** The probability, from 0 to 1, that a request or its answer is lost. */
  lost = 0;
  readonly #server: TestServer;
  readonly #random: Random;
  #pending = 0;

  constructor(server: TestServer, random: Random) {
    this.#server = server;
    this.#random = random;
  }

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    this.#pending += 1;
    try {
      const dice = this.#random();
      if (dice < this.lost / 2) throw new TypeError('fetch failed');
      const answer = await injectRequest(this.#server.app, new Request(input, init));
      if (dice < this.lost) throw new TypeError('fetch failed');
      return answer;
    } finally {
      this.#pending -= 1;
    }
  };

  /** Waits until nothing runs any more except what waits for the device's clock, however long the server takes. */
  async idle(): Promise<void> {
    do {
      await flush();
      while (this.#pending > 0) await sleep(1);
    } while (this.#pending > 0);
  }
}
