import { CHANGES_PATH } from '../../memory-server/change-feed.ts';
import { Company as EmptyCompany } from '../../memory-server/company.ts';
import { idIn, kindAt } from '../../memory-server/kinds.ts';
import { listPage } from '../../memory-server/list-page.ts';
import { MemoryServer, STATS } from '../../memory-server/memory-server.ts';
import type { ServerOptions } from '../../memory-server/options.ts';
import { among, type SignIn } from '../../memory-server/sign-in.ts';
import { html, notFound, type WireAnswer, type WireRequest } from '../../memory-server/wire.ts';
import { type Author, Company, NOBODY } from './company.ts';
import { optionsOf, type ServerFeatures } from './features.ts';
import { RateLimit } from './rate-limit.ts';

/** The users of a program. The password is the name. */
const USERS = ['ann', 'bob'].map((name, n) => ({ id: n + 1, username: name, password: name, active: true }));

/** The server in memory, with a ledger of all changes, and with times at which it shows no rows. */
export class ModelServer {
  readonly features: ServerFeatures;
  readonly signIn: SignIn;
  readonly limit: RateLimit;
  readonly #server: MemoryServer;
  readonly #companies: readonly [Company, Company];
  readonly #now: () => number;
  #blindUntil = 0;
  #seesAgain = false;

  constructor(features: ServerFeatures, now: () => number) {
    this.features = features;
    this.#now = now;
    this.limit = new RateLimit(now);
    const options = optionsOf(features);
    const first = new Company(options, now);
    this.#companies = [first, features.companies === 'one' ? first : new Company(options, now)];
    this.#server = new MemoryServer({
      options,
      findUser: among(USERS),
      companyOf: ({ username }) => this.companyOf(username),
      now,
      intercept: (request) => (this.isBlind ? answerBlindly(options, request) : null),
    });
    this.signIn = this.#server.signIn;
  }

  companyOf(username: string): Company {
    return this.#companies[username === 'ann' ? 0 : 1];
  }

  /**
   * Shows no rows for `ms`, and accepts no changes. Happens only once, because two pulls might agree on it. The feed
   * does not report it, but then begins again, as after any repair of the data.
   */
  goBlind(ms: number): void {
    if (this.#blindUntil > 0) return;
    this.#blindUntil = this.#now() + ms;
  }

  heal(): void {
    this.#blindUntil = Math.min(this.#blindUntil, this.#now());
  }

  get wasBlind(): boolean {
    return this.#blindUntil > 0;
  }

  get isBlind(): boolean {
    return this.#now() < this.#blindUntil;
  }

  /** Ends the repair: the feed begins again, once. */
  #seeAgain(): void {
    if (this.isBlind || this.#blindUntil === 0 || this.#seesAgain) return;
    this.#seesAgain = true;
    this.restart();
  }

  /** Restarts with the same rows, and a feed that knows no earlier cursor. */
  restart(): void {
    for (const { ledger } of new Set(this.#companies)) ledger.epoch += 1;
  }

  /**
   * @param from name of the device
   * @param number of the request
   */
  answer(request: WireRequest, from: string, number: number): WireAnswer {
    const refusal = this.limit.refusal();
    if (refusal) return refusal;
    this.#seeAgain();
    const user = this.signIn.userOf(request.bearer)?.username ?? null;
    return this.#by({ user, request: number, device: from }, () => this.#server.handle(request));
  }

  #by(author: Author, carryOut: () => WireAnswer): WireAnswer {
    for (const company of this.#companies) company.author = author;
    const answer = carryOut();
    for (const company of this.#companies) company.author = NOBODY;
    return answer;
  }
}

function answerBlindly(options: ServerOptions, { method, path }: WireRequest): WireAnswer | null {
  if (path.startsWith(CHANGES_PATH)) return html(503);
  const [own = '', search] = path.split('?', 2);
  const resource = kindAt(own);
  const id = resource && idIn(own, resource);
  if (!resource || id === STATS) return null;
  if (method !== 'GET') return html(503);
  if (id !== '') return notFound();
  return listPage(options, new EmptyCompany(options), { resource, query: new URLSearchParams(search) });
}
