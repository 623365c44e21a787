import type { Locks } from '../../../src/domain/ports.ts';

interface Ticket {
  readonly holder: object;
  readonly grant: () => void;
}

/** The locks of a browser's tabs: first come, first served. A dead tab releases its locks. */
export class TestLocks {
  readonly #queues = new Map<string, Ticket[]>();

  for(holder: object): Locks {
    return {
      held: async () => [...this.#queues].filter(([, queue]) => queue.length > 0).map(([name]) => name),
      request: async (name, hold, signal) => {
        const ticket = await this.#enter(name, holder, signal);
        try {
          return await hold();
        } finally {
          this.#leave(name, ticket);
        }
      },
    };
  }

  /** Releases all locks of a dead holder, and removes its requests. */
  letGo(holder: object): void {
    for (const [name, queue] of this.#queues) {
      for (const ticket of queue.filter((waiting) => waiting.holder === holder)) this.#leave(name, ticket);
    }
  }

  #enter(name: string, holder: object, signal?: AbortSignal): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      const ticket: Ticket = { holder, grant: () => resolve(ticket) };
      queue.push(ticket);
      if (queue[0] === ticket) return ticket.grant();
      signal?.addEventListener('abort', () => {
        if (queue[0] === ticket) return;
        this.#leave(name, ticket);
        reject(signal.reason as Error);
      });
    });
  }

  #leave(name: string, ticket: Ticket): void {
    const queue = this.#queues.get(name) ?? [];
    const place = queue.indexOf(ticket);
    if (place < 0) return;
    queue.splice(place, 1);
    if (place === 0) queue[0]?.grant();
  }
}
