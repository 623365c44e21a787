import { Agent, request } from 'node:http';

/** Concurrent requests, each on its own connection. */
const AT_ONCE = 10;

/** Does one action. `n` is different each time. */
export type Once = (n: number) => Promise<void>;

let last = 0;

/** Returns how many times per second `once` completes, with `atOnce` calls running concurrently. */
export async function perSecond(once: Once, milliseconds: number, atOnce = AT_ONCE): Promise<number> {
  const start = performance.now();
  let done = 0;
  const again = async (): Promise<void> => {
    while (performance.now() - start < milliseconds) {
      last += 1;
      await once(last);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, again));
  return (done * 1000) / (performance.now() - start);
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/**
 * Uses Node's own HTTP client on open connections. The client shares the machine with the servers, so its figures
 * compare the servers but do not show their limits.
 */
export class Client {
  private readonly agent: Agent;
  private readonly url: string;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}, maxSockets = AT_ONCE) {
    this.agent = new Agent({ keepAlive: true, maxSockets });
    this.url = url;
    this.headers = headers;
  }

  call({ method, path, body }: Call): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const headers =
        body === undefined ? this.headers : { ...this.headers, 'content-type': 'application/json' };
      const asked = request(new URL(path, this.url), { method, headers, agent: this.agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', reject);
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  /** Throws on an answer that is not 2xx. */
  async must(call: Call): Promise<string> {
    const { status, text } = await this.call(call);
    if (status >= 300) throw new Error(`${call.method} ${call.path} answered ${status}: ${text}`);
    return text;
  }

  close(): void {
    this.agent.destroy();
  }
}
