import type { HttpRequest, Send } from '../../../src/api/http-client.ts';
import { type Answer, readBody, TIMEOUT_MS } from '../../../src/domain/answer.ts';
import type { Random } from '../../../src/domain/ports.ts';
import { html, json, type WireAnswer, type WireRequest } from '../../memory-server/wire.ts';
import type { ModelServer } from '../server/model-server.ts';
import { isOf, type NetFault, type RequestClass } from './net-fault.ts';
import type { Tab } from './tab.ts';
import { turns } from './turns.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One request on its way, as its tab sees it. */
export interface Exchange {
  readonly n: number;
  readonly tab: Tab;
  readonly request: HttpRequest;
  readonly bearer: string | null;
  readonly sentAt: number;
  readonly fault: NetFault | null;
  /** False once the tab has an answer, or has given up. */
  open: boolean;
}

interface Planned {
  readonly on: RequestClass;
  readonly fault: NetFault;
  left: number;
}

/** Observes requests as they leave, the server's answers, and answers that reach tabs. */
export interface Watcher {
  sent(exchange: Exchange): void;
  answered(exchange: Exchange, answer: WireAnswer): void;
  told(exchange: Exchange, answer: Answer): void;
}

/** Delays requests and answers between tabs and server, and adds faults. */
export class Network {
  down = false;
  readonly open = new Set<Exchange>();
  /** Virtual time in ms by which all requests under way have reached the server. */
  landed = 0;
  readonly #server: ModelServer;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #watcher: Watcher;
  #planned: Planned[] = [];
  #n = 0;

  constructor(server: ModelServer, time: VirtualTime, random: Random, watcher: Watcher) {
    this.#server = server;
    this.#time = time;
    this.#random = random;
    this.#watcher = watcher;
  }

  /** Applies `fault` to the next `times` requests of this class. */
  plan(on: RequestClass, fault: NetFault, times: number): void {
    this.#planned.push({ on, fault, left: times });
  }

  heal(): void {
    this.#planned = [];
    this.down = false;
  }

  /** Ends the waits of a dead tab. Its requests continue. */
  forget(tab: Tab): void {
    for (const exchange of this.open) if (exchange.tab === tab) this.#close(exchange);
  }

  sendOf =
    (tab: Tab): Send =>
    (request, bearer) =>
      new Promise((resolve) => {
        if (!tab.alive) return;
        turns.current = tab;
        const fault = tab.device.online ? this.#takeFault(request) : null;
        const exchange: Exchange = {
          n: (this.#n += 1),
          tab,
          request,
          bearer,
          sentAt: this.#time.now,
          fault,
          open: true,
        };
        if (request.signal?.aborted) return resolve({ kind: 'noAnswer', cause: 'aborted' });
        this.open.add(exchange);
        this.#watcher.sent(exchange);
        this.#carry(exchange, (answer) => {
          if (!exchange.open) return;
          this.#close(exchange);
          this.#watcher.told(exchange, answer);
          if (tab.alive) resolve(answer);
        });
      });

  #close(exchange: Exchange): void {
    exchange.open = false;
    this.open.delete(exchange);
  }

  #takeFault(request: HttpRequest): NetFault | null {
    const planned = this.#planned.find(({ on, left }) => left > 0 && isOf(on, request));
    if (!planned) return null;
    planned.left -= 1;
    return planned.fault;
  }

  #carry(exchange: Exchange, tell: (answer: Answer) => void): void {
    const { tab, request, fault } = exchange;
    const timeout = this.#time.setTimer(tab, () => finish(GONE.timeout), request.timeoutMs ?? TIMEOUT_MS);
    const aborted = (): void => finish(GONE.aborted);
    request.signal?.addEventListener('abort', aborted);
    const finish = (answer: Answer): void => {
      timeout();
      request.signal?.removeEventListener('abort', aborted);
      tell(answer);
    };
    // An answer reaches the tab in a separate task.
    const deliver = (answer: Answer): void => {
      this.#time.setTimer(tab, () => finish(answer), this.#way());
    };
    this.#time.setTimer(null, () => this.#arrive(exchange, fault, deliver), this.#way());
  }

  /** Called when the request reaches the server, or gets lost. */
  #arrive(exchange: Exchange, fault: NetFault | null, deliver: (answer: Answer) => void): void {
    if (this.down || !exchange.tab.device.online) return deliver(GONE.network);
    switch (fault?.kind) {
      case undefined:
        return deliver(asAnswer(this.#serve(exchange)));
      case 'dropBefore':
        return deliver(GONE.network);
      case 'dropAfter':
        this.#serve(exchange);
        return deliver(GONE.network);
      case 'delay': {
        const answer = asAnswer(this.#serve(exchange));
        this.#time.setTimer(null, () => deliver(answer), fault.ms);
        return;
      }
      case 'lateCommit':
        this.#land(exchange, fault.ms);
        if (fault.drops) deliver(GONE.network);
        return;
      case 'duplicate': {
        const answer = this.#serve(exchange);
        if (fault.tells === 'second') this.#repeat(exchange, fault.ms, deliver);
        else {
          this.#land(exchange, fault.ms);
          deliver(asAnswer(answer));
        }
        return;
      }
      case 'truncate': {
        const answer = this.#serve(exchange);
        const { text, bytes } = answer;
        const half = bytes && { bytes: bytes.slice(0, bytes.length / 2) };
        return deliver(asAnswer({ ...answer, ...half, text: text.slice(0, text.length / 2) }));
      }
      case 'html':
        if (fault.carriedOut) this.#serve(exchange);
        return deliver(asAnswer(html(fault.status)));
      case 'redirect':
        return deliver({ kind: 'redirect' });
      case 'status': {
        if (fault.carriedOut) this.#serve(exchange);
        const headers = fault.retryAfter === null ? {} : { 'retry-after': fault.retryAfter };
        const answer = json(fault.status, fault.body ?? { detail: 'A fault.' }, headers);
        this.#watcher.answered(exchange, answer);
        return deliver(asAnswer(answer));
      }
      default:
        return fault satisfies never;
    }
  }

  /** Browsers may repeat a request by themselves, and pass on the second answer. */
  #repeat(exchange: Exchange, ms: number, deliver: (answer: Answer) => void): void {
    this.landed = Math.max(this.landed, this.#time.now + ms);
    this.#time.setTimer(
      null,
      () => {
        deliver(asAnswer(this.#serve(exchange)));
      },
      ms,
    );
  }

  /** Lets the server carry out the request later, without an answer. */
  #land(exchange: Exchange, ms: number): void {
    this.landed = Math.max(this.landed, this.#time.now + ms);
    this.#time.setTimer(null, () => void this.#serve(exchange), ms);
  }

  #serve(exchange: Exchange): WireAnswer {
    const { method, path, body, bytes } = exchange.request;
    const { ifMatch, range } = exchange.request;
    const request: WireRequest = {
      method,
      path,
      text: body === undefined ? '' : JSON.stringify(body),
      bytes: bytes ? new Uint8Array(bytes) : null,
      bearer: exchange.bearer,
      ifMatch: ifMatch === undefined ? null : String(ifMatch),
      range: range ? `bytes=${range[0]}-${range[1] - 1}` : null,
    };
    const answer = this.#server.answer(request, exchange.tab.device.name, exchange.n);
    this.#watcher.answered(exchange, answer);
    return answer;
  }

  /** Returns how long one way takes, in ms. */
  #way(): number {
    return 2 + Math.floor(this.#random() * 60);
  }
}

const GONE = {
  network: { kind: 'noAnswer', cause: 'network' },
  timeout: { kind: 'noAnswer', cause: 'timeout' },
  aborted: { kind: 'noAnswer', cause: 'aborted' },
} as const satisfies Record<string, Answer>;

function asAnswer({ status, text, bytes, headers }: WireAnswer): Answer {
  if (bytes)
    return {
      kind: 'response',
      status,
      body: { kind: 'bytes', value: bytes.slice().buffer },
      retryAfter: null,
    };
  return { kind: 'response', status, body: readBody(text), retryAfter: headers['retry-after'] ?? null };
}
