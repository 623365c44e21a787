import { describe, expect, it } from 'vitest';
import { customerSpec } from '../../src/domain/customer.ts';
import { Company } from './company.ts';
import { MemoryServer } from './memory-server.ts';
import { type ServerOptions, STOCK } from './options.ts';
import { among } from './sign-in.ts';
import { html, type WireRequest } from './wire.ts';

const ANN = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
const users = ['ann', 'bob'].map((name, n) => ({ id: n, username: name, password: name, active: true }));

/** A server on a clock that the test moves, and what it answers to whom. */
function aServer(changed: Partial<ServerOptions> = {}, intercept?: (request: WireRequest) => boolean) {
  const clock = { ms: 0 };
  const options: ServerOptions = { ...STOCK, nextOrigin: '', ...changed };
  const [anns, bobs] = [new Company(options), new Company(options)];
  const server = new MemoryServer({
    options,
    findUser: among(users),
    companyOf: ({ username }) => (username === 'ann' ? anns : bobs),
    now: () => clock.ms,
    intercept: (request) => (intercept?.(request) ? html(503) : null),
  });
  const asked = (method: string, path: string, body?: object, bearer: string | null = null) => {
    const text = body ? JSON.stringify(body) : '';
    const answer = server.handle({ method, path, text, bearer, ifMatch: null });
    const json = answer.text.startsWith('{') ? JSON.parse(answer.text) : answer.text;
    return { status: answer.status, json };
  };
  const signIn = (name: string) =>
    asked('POST', '/api/v1/auth/token/', { username: name, password: name }).json as Readonly<
      Record<'access' | 'refresh', string>
    >;
  return { clock, asked, signIn };
}

describe('the server in memory', () => {
  it('gives the same answers to the same requests', () => {
    const told = [1, 2].map(() => {
      const { asked, signIn } = aServer();
      const { access } = signIn('ann');
      return [
        asked('POST', customerSpec.path, ANN, access),
        asked('PATCH', `${customerSpec.path}1/`, { city: 'Elko' }, access),
        asked('GET', customerSpec.path, undefined, access),
      ];
    });
    expect(told[0]?.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(told[1]).toEqual(told[0]);
  });

  it('keeps companies apart', () => {
    const { asked, signIn } = aServer();
    expect(asked('POST', customerSpec.path, ANN, signIn('ann').access).status).toBe(201);
    const theirs = asked('GET', `${customerSpec.path}1/`, undefined, signIn('bob').access);
    expect(theirs).toEqual({ status: 404, json: { detail: 'Not found.' } });
  });

  it('repeats the successor of a refresh token for a minute of its clock', () => {
    const { clock, asked, signIn } = aServer({ extensions: new Set(['refresh-grace']) });
    const { refresh } = signIn('ann');
    const renewed = () => asked('POST', '/api/v1/auth/token/refresh/', { refresh });
    const first = renewed();
    clock.ms = 60_000;
    expect(renewed()).toEqual(first);
    clock.ms = 60_001;
    expect(renewed().status).toBe(401);
  });

  it.each([
    [false, [[1, 3], [2]]],
    [true, [[1, 2], [1, 3], [2]]],
  ])('tells in its feed of rows that changed again, as often as that happened: %s', (feedRepeats, pages) => {
    const { asked, signIn } = aServer({ extensions: new Set(['changes']), feedPage: 2, feedRepeats });
    const { access } = signIn('ann');
    const feed = (cursor?: string) =>
      asked('GET', `/api/v1/sync/changes/${cursor ? `?cursor=${cursor}` : ''}`, undefined, access).json as {
        readonly cursor: string;
        readonly more: boolean;
        readonly changes: readonly { readonly id: number }[];
      };
    let { cursor } = feed();
    for (const n of [1, 2]) asked('POST', customerSpec.path, { ...ANN, email: `n${n}@example.com` }, access);
    asked('PATCH', `${customerSpec.path}1/`, { city: 'Elko' }, access);
    asked('POST', customerSpec.path, ANN, access);
    asked('PATCH', `${customerSpec.path}2/`, { city: 'Reno' }, access);
    const told: number[][] = [];
    for (let more = true; more; ) {
      const page = feed(cursor);
      told.push(page.changes.map(({ id }) => id));
      ({ cursor, more } = page);
    }
    expect(told).toEqual(pages);
  });

  it('has no page behind a row that is gone, where it pages by a cursor', () => {
    const { asked, signIn } = aServer({ paging: 'cursor', pageSize: 1 });
    const { access } = signIn('ann');
    for (const n of [1, 2]) asked('POST', customerSpec.path, { ...ANN, email: `n${n}@example.com` }, access);
    const first = asked('GET', customerSpec.path, undefined, access).json as { readonly next: string };
    expect(asked('GET', first.next, undefined, access).json).toMatchObject({ results: [{ id: 1 }] });
    asked('DELETE', `${customerSpec.path}2/`, undefined, access);
    expect(asked('GET', first.next, undefined, access).status).toBe(404);
  });

  it('lets a part of a batch be answered in its stead, and carries out the others', () => {
    const extensions = new Set(['client-uid', 'batch']);
    const isProject = ({ path }: WireRequest): boolean => path.includes('/projects/');
    const { asked, signIn } = aServer({ extensions }, isProject);
    const mutations = ['projects', 'customers'].map((resource) => {
      return { id: resource, method: 'POST', resource, body: ANN };
    });
    const { results } = asked('POST', '/api/v1/sync/batch/', { mutations }, signIn('ann').access).json;
    expect(results).toMatchObject([
      { id: 'projects', status: 503, body: null },
      { id: 'customers', status: 201, body: { id: 1 } },
    ]);
  });
});
