import { hashOfIds } from '../../src/domain/attachment-ids.ts';
import { BATCH_PATH, batchItems, pathOf, withoutKeys } from './batch.ts';
import { CHANGES_PATH, changesPage } from './change-feed.ts';
import type { Company } from './company.ts';
import { SETTINGS_PATH } from './company-settings.ts';
import { answerFiles, FILES_PATH } from './files.ts';
import { idIn, KINDS, type KindName, kindAt } from './kinds.ts';
import { listPage } from './list-page.ts';
import type { ServerOptions } from './options.ts';
import { type FindUser, SignIn, type User } from './sign-in.ts';
import type { Row } from './tables.ts';
import {
  bodyIn,
  fieldsOf,
  html,
  json,
  MALFORMED,
  noContent,
  notAllowed,
  notFound,
  type WireAnswer,
  type WireRequest,
} from './wire.ts';

const API = '/api/v1';
/** Answered by whoever serves it: a stream has no end. */
const EVENTS_PATH = `${API}/sync/events/`;
/** What stands behind a collection's path where an id might, for its figures. */
export const STATS = 'dashboard_stats';

interface Parts {
  readonly options: ServerOptions;
  readonly findUser: FindUser;
  /** The company whose rows a user sees. */
  readonly companyOf: (user: User) => Company;
  /** In ms. */
  readonly now: () => number;
  /** Answers a signed-in user in place of the server; null lets the server answer. Asked for each part of a batch. */
  readonly intercept?: (request: WireRequest) => WireAnswer | null;
}

interface Target {
  readonly resource: KindName;
  readonly company: Company;
}

interface RecordRequest {
  readonly id: string;
  readonly body: unknown;
  /** Which may go with a deletion; null for any. */
  readonly attachments: Agreed;
}

interface Agreed {
  readonly count: string | null;
  readonly hash: string | null;
}

/**
 * A server in memory that answers as a stock Django REST Framework with SimpleJWT does, and as its options say. The same
 * requests get the same answers, whenever and wherever it runs.
 */
export class MemoryServer {
  readonly signIn: SignIn;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.signIn = new SignIn(parts.findUser, parts.options, parts.now);
  }

  /** Whether it answers this request with a stream of events. */
  streams({ method, path, bearer }: WireRequest): boolean {
    return (
      method === 'GET' &&
      path.split('?', 1)[0] === EVENTS_PATH &&
      this.#offers('events') &&
      this.signIn.userOf(bearer)?.active === true
    );
  }

  handle(request: WireRequest): WireAnswer {
    const body = bodyIn(request.text);
    const [path = ''] = request.path.split('?', 1);
    if (body === MALFORMED)
      return json(400, { detail: 'JSON parse error - Expecting value: line 1 column 1 (char 0)' });
    if (path === `${API}/auth/token/`) return this.signIn.signIn(body);
    if (path === `${API}/auth/token/refresh/`) return this.signIn.rotate(body);
    if (path === `${API}/auth/token/blacklist/` && this.#offers('sign-out')) return this.signIn.signOut(body);
    const user = this.signIn.userOf(request.bearer);
    if (!user) return this.signIn.unauthorized(request.bearer);
    if (!user.active) return json(401, { detail: 'User is inactive', code: 'user_inactive' });
    if (path === `${API}/auth/user/`) return this.signIn.profile(user);
    return this.#answer(request, body, user);
  }

  #offers(extension: string): boolean {
    return this.#parts.options.extensions.has(extension);
  }

  /** Answers somebody who has signed in. */
  #answer(request: WireRequest, body: unknown, user: User): WireAnswer {
    const intercepted = this.#parts.intercept?.(request);
    if (intercepted) return intercepted;
    const { options, companyOf } = this.#parts;
    const [path = '', search] = request.path.split('?', 2);
    const query = new URLSearchParams(search);
    if (path === CHANGES_PATH && this.#offers('changes')) return changesPage(options, companyOf(user), query);
    if (path === BATCH_PATH && this.#offers('batch')) return this.#batch(request, body, user);
    if (path === SETTINGS_PATH && this.#offers('company-settings')) {
      const { settings } = companyOf(user);
      return settings.answer(request, { known: query.get('known'), body, by: user.username });
    }
    const hasFiles = this.#offers('attachments');
    if (hasFiles && path.startsWith(FILES_PATH)) return answerFiles(companyOf(user).shelf, request, body);
    const resource = kindAt(path);
    if (!resource || (resource === 'attachments' && !hasFiles)) return html(404);
    const target = { resource, company: companyOf(user) };
    const id = decodeURIComponent(idIn(path, resource));
    if (id === '') return this.#collection(target, request.method, { query, body, by: user.username });
    if (id === STATS) return this.#stats(target, request.method);
    const attachments = { count: query.get('attachments'), hash: query.get('attachments_hash') };
    return this.#record(target, request, { id, body, attachments });
  }

  /** Carries out each mutation as if it had been sent alone. */
  #batch(request: WireRequest, body: unknown, user: User): WireAnswer {
    const results = batchItems(body).map((item) => {
      const path = pathOf(item);
      const own = path === null ? null : withoutKeys(this.#parts.companyOf(user), path, item.body ?? {});
      if (path === null || own === null)
        return { id: item.id, status: 424, body: { detail: 'It refers to nothing.' } };
      const ifMatch = item.if_match === undefined ? null : String(item.if_match);
      const alone = { ...request, method: item.method, path, text: '', ifMatch };
      const { status, text } = this.#answer(alone, own, user);
      return { id: item.id, status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : null };
    });
    return json(200, { results });
  }

  #stats({ resource, company }: Target, method: string): WireAnswer {
    if (!this.#parts.options.stats || resource === 'attachments') return html(404);
    return method === 'GET' ? json(200, company.stats(resource)) : notAllowed(method, 'GET, HEAD, OPTIONS');
  }

  #collection(
    { resource, company }: Target,
    method: string,
    { query, body, by }: { readonly query: URLSearchParams; readonly body: unknown; readonly by: string },
  ): WireAnswer {
    if (method === 'GET') return listPage(this.#parts.options, company, { resource, query });
    if (method !== 'POST') return notAllowed(method, 'GET, POST, HEAD, OPTIONS');
    const known = company.keyed(resource, fieldsOf(body)['client_uid']);
    if (known === null) return json(410, { detail: 'This record was deleted.' });
    if (known) return json(200, company.shown(resource, known));
    const errors = company.errorsIn(resource, body, null);
    if (errors) return json(400, errors);
    const missing = company.missingBytes(resource, fieldsOf(body));
    if (missing) return json(422, missing);
    return json(201, company.shown(resource, company.add(resource, fieldsOf(body), by)));
  }

  #record(
    target: Target,
    { method, ifMatch }: WireRequest,
    { id, body, attachments }: RecordRequest,
  ): WireAnswer {
    const { resource, company } = target;
    const row = company.find(resource, id);
    if (!row) return notFound();
    if (method === 'GET') return json(200, company.shown(resource, row));
    if (method !== 'PATCH' && method !== 'DELETE')
      return notAllowed(method, 'GET, PATCH, DELETE, HEAD, OPTIONS');
    const version = String(company.versionOf(resource, row));
    if (this.#offers('if-match') && (ifMatch ?? version) !== version) {
      return json(412, company.shown(resource, row));
    }
    if (method === 'DELETE') return this.#delete(target, row, attachments);
    const errors = company.errorsIn(resource, body, row);
    if (errors) return json(400, errors);
    company.change(resource, row, fieldsOf(body));
    return json(200, company.shown(resource, row));
  }

  #delete({ resource, company }: Target, row: Row, { count, hash }: Agreed): WireAnswer {
    const { protects } = this.#parts.options;
    const leaving = [[resource, row] as const, ...company.referringTo(resource, row)];
    if (leaving.some(([other, one]) => other === 'attachments' && one['kind'] === 'document'))
      return json(409, { detail: `Cannot delete this ${KINDS[resource].noun}: documents are kept.` });
    const others = company.referringTo(resource, row).filter(([other]) => !KINDS[other].parents);
    if (others.length > 0 && protects !== 'cascades') {
      const what = `Cannot delete this ${KINDS[resource].noun}`;
      const detail = `${what}: ${others.length} other record(s) refer to it.`;
      return protects === 500 ? html(500) : json(protects, { detail });
    }
    const attached = leaving.filter(([other]) => other === 'attachments' && other !== resource);
    const found = hashOfIds(attached.map(([, one]) => company.idOf(one.id)));
    const isMore = count !== null && attached.length > Number(count);
    if (isMore || (attached.length > 0 && hash !== null && hash !== found))
      return json(409, {
        detail: `Cannot delete this ${KINDS[resource].noun}: it has ${attached.length} photos or documents.`,
        attachments: attached.length,
        attachments_hash: found,
      });
    removeWithOthers(company, resource, row);
    return noContent();
  }
}

function removeWithOthers(company: Company, resource: KindName, row: Row): void {
  for (const [other, one] of company.referringTo(resource, row)) removeWithOthers(company, other, one);
  company.remove(resource, row);
}
