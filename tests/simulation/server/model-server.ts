import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { FAKE_KINDS, FAKE_NAMES } from '../../support/fake-kinds.ts';
import type { FakeRow } from '../../support/fake-rows.ts';
import { type Author, Company } from './company.ts';
import type { Extension, ServerFeatures } from './features.ts';
import { listPage } from './list-page.ts';
import { RateLimit } from './rate-limit.ts';
import { SignIn, type User } from './sign-in.ts';
import { BATCH_PATH, batchItems, CHANGES_PATH, changesPage, pathOf, withoutKeys } from './sync-extensions.ts';
import { fieldsIn, html, json, type WireAnswer, type WireRequest } from './wire.ts';

const API = '/api/v1';

/** The contract's server in memory, with a ledger of everything it carried out. It knows no faults. */
export class ModelServer {
  readonly features: ServerFeatures;
  readonly signIn: SignIn;
  readonly limit: RateLimit;
  readonly #companies: readonly [Company, Company];
  readonly #now: () => number;
  #blindUntil = 0;
  #seesAgain = false;

  constructor(features: ServerFeatures, now: () => number) {
    this.features = features;
    this.#now = now;
    this.signIn = new SignIn(features, now);
    this.limit = new RateLimit(now);
    const first = new Company(features, now);
    this.#companies = [first, features.companies === 'one' ? first : new Company(features, now)];
  }

  /** The company whose rows a user sees. */
  companyOf(username: string): Company {
    return this.#companies[username === 'ann' ? 0 : 1];
  }

  /**
   * Shows no rows for `ms`, and takes no changes of any; once only, or two readings might agree on it. Its feed has
   * nothing to say of that: it begins anew, as after any repair of the data.
   */
  goBlind(ms: number): void {
    if (this.#blindUntil > 0) return;
    this.#blindUntil = this.#now() + ms;
  }

  heal(): void {
    this.#blindUntil = Math.min(this.#blindUntil, this.#now());
  }

  /** Whether it ever showed nothing. */
  get wasBlind(): boolean {
    return this.#blindUntil > 0;
  }

  get isBlind(): boolean {
    return this.#now() < this.#blindUntil;
  }

  /** The repair of the data is over: the feed begins anew, once. */
  #seeAgain(): void {
    if (this.isBlind || this.#blindUntil === 0 || this.#seesAgain) return;
    this.#seesAgain = true;
    this.restart();
  }

  /** Comes back as it was, with a feed that knows no earlier cursor. */
  restart(): void {
    for (const company of new Set(this.#companies)) company.epoch += 1;
  }

  answer(request: WireRequest, number: number): WireAnswer {
    const refusal = this.limit.refusal();
    return refusal ?? this.#answer(request, number);
  }

  #answer(request: WireRequest, number: number): WireAnswer {
    this.#seeAgain();
    const [path = '', query = ''] = request.path.split('?', 2);
    if (path === `${API}/auth/token/`) return this.signIn.signIn(request.text);
    if (path === `${API}/auth/token/refresh/`) return this.signIn.rotate(request.text);
    const user = this.signIn.userOf(request.bearer);
    if (!user) return this.signIn.unauthorized();
    if (path === `${API}/auth/user/`) return this.signIn.profile(user);
    const has = (name: Extension): boolean => this.features.extensions.includes(name);
    if (path === CHANGES_PATH && this.isBlind) return html(503);
    if (path === CHANGES_PATH && has('changes')) return changesPage(this.companyOf(user.username), query);
    if (path === BATCH_PATH && has('batch')) return this.#batch(request, user, number);
    const resource = FAKE_NAMES.find((name) => path.startsWith(FAKE_KINDS[name].path));
    if (!resource) return html(404);
    const id = path.slice(FAKE_KINDS[resource].path.length).replace(/\/$/, '');
    if (id === 'dashboard_stats') return html(404);
    if (this.isBlind) return request.method === 'GET' ? this.#nothing(id, path, query) : html(503);
    const { from } = request;
    const target = { resource, company: this.companyOf(user.username), user, number, from };
    return id === ''
      ? this.#collection(target, request, path, query)
      : this.#record(target, request, decodeURIComponent(id));
  }

  #nothing(id: string, path: string, query: string): WireAnswer {
    if (id !== '') return json(404, { detail: 'Not found.' });
    return listPage(this.features, new Company(this.features, this.#now), 'customers', { path, query });
  }

  #batch(request: WireRequest, user: User, number: number): WireAnswer {
    const results = batchItems(request.text).map((item) => {
      const path = pathOf(item);
      const body = withoutKeys(this.companyOf(user.username), item.body ?? {});
      if (path === null || body === null)
        return { id: item.id, status: 424, body: { detail: 'No such row.' } };
      const ifMatch = item.if_match === undefined ? null : String(item.if_match);
      const alone = { ...request, method: item.method, path, text: JSON.stringify(body), ifMatch };
      const { status, text } = this.#answer(alone, number);
      return { id: item.id, status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : null };
    });
    return json(200, { results });
  }

  #collection(target: Target, { method, text }: WireRequest, path: string, query: string): WireAnswer {
    const { resource, company } = target;
    if (method === 'GET') return listPage(this.features, company, resource, { path, query });
    if (method !== 'POST') return json(405, { detail: `Method "${method}" not allowed.` });
    const body = fieldsIn(text);
    const known = this.#knownUid(target, body['client_uid']);
    if (known) return known;
    const errors = company.errorsIn(resource, body, null);
    if (errors) return json(400, errors);
    return json(201, company.shown(resource, company.add(resource, body, authorOf(target))));
  }

  /** The answer to a create whose `client_uid` is known already. */
  #knownUid({ resource, company }: Target, uid: unknown): WireAnswer | null {
    if (!this.features.extensions.includes('client-uid') || typeof uid !== 'string') return null;
    const number = company.uids.get(`${resource}/${uid}`);
    if (number === undefined) return null;
    const row = company.of(resource).find(({ id }) => id === number);
    return row ? json(200, company.shown(resource, row)) : json(410, { detail: 'This record was deleted.' });
  }

  #record(target: Target, request: WireRequest, id: string): WireAnswer {
    const { resource, company } = target;
    const row = company.find(resource, id);
    if (!row) return json(404, { detail: 'Not found.' });
    const { method, text } = request;
    if (method === 'GET') return json(200, company.shown(resource, row));
    const version = String(company.versions.get(`${resource}/${row.id}`));
    if (this.features.extensions.includes('if-match') && (request.ifMatch ?? version) !== version) {
      return json(412, company.shown(resource, row));
    }
    if (method === 'DELETE') return this.#delete(target, row);
    const errors = company.errorsIn(resource, fieldsIn(text), row);
    if (errors) return json(400, errors);
    company.change(resource, row, fieldsIn(text), authorOf(target));
    return json(200, company.shown(resource, row));
  }

  #delete(target: Target, row: FakeRow): WireAnswer {
    const { resource, company } = target;
    const others = company.referringTo(resource, row);
    if (others === 0) {
      company.remove(resource, row, authorOf(target));
      return json(204, undefined);
    }
    const detail = `Cannot delete this ${FAKE_KINDS[resource].noun}: ${others} other record(s) refer to it.`;
    return this.features.protects === 500 ? html(500) : json(this.features.protects, { detail });
  }
}

interface Target {
  readonly resource: ResourceName;
  readonly company: Company;
  readonly user: User;
  readonly number: number;
  readonly from: string;
}

function authorOf({ user, number, from }: Target): Author {
  return { user: user.username, request: number, device: from };
}
