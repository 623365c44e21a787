import { describe, expect, it } from 'vitest';
import type { Fields, Wire } from '../../src/domain/resource-spec.ts';
import { RefusedCreates, sentCreate } from '../../src/outbox/match-create.ts';
import { type MirrorRecord, serverCopyOf } from '../../src/outbox/mirror-record.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { mayBeOnServer } from '../../src/sync/poll.ts';
import { judgeRow, type PageFacts, pendingIn } from '../../src/sync/pull/judge-row.ts';
import { aRecord } from '../support/browser/test-database.ts';
import { knowing } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, type GivenMutation } from '../support/records/mutations.ts';

const ID = 7;
const NO_REFERENCES = knowing({});
const ROW: Wire = { ...ann, id: ID };
const COPY = serverCopyOf('customers', ROW, null);

/** What waits, and what else is known of the collection. */
interface Given {
  readonly open?: readonly Mutation[];
  readonly known?: Partial<MirrorRecord> | undefined;
  readonly version?: number;
  readonly facts?: Partial<PageFacts>;
  readonly wire?: Wire;
}

function judged({ open = [], known, version, facts = {}, wire = ROW }: Given) {
  const row = known && aRecord({ localId: String(ID), server: COPY, ...known });
  const copy = serverCopyOf('customers', wire, row?.server ?? null);
  return judgeRow(
    { record: { id: ID, wire }, copy, version, known: row },
    {
      ...pendingIn(open),
      creates: open.filter(mayBeOnServer).map((create) => sentCreate(NO_REFERENCES, create)),
      refused: RefusedCreates.among(NO_REFERENCES, open),
      removed: [],
      startGeneration: 5,
      mayGoBack: false,
      ...facts,
    },
  );
}

/** A create of Ann, made here. */
function aCreate(given: GivenMutation): Mutation {
  const fields = Object.fromEntries(
    Object.entries(ann).map(([field, value]) => [field, { base: null, value }]),
  );
  return aMutation({ kind: 'create', idempotencyKey: 'key', localId: 'made', fields, ...given });
}

const OTHER: Fields = { ...COPY, city: 'Reno' };
const unknown = aCreate({ state: 'unknown', claimGeneration: 3 });
const sending = aCreate({ state: 'sending', attemptId: 'a', firstSentAt: 1, claimGeneration: 3 });
const refused = { attemptId: 'a', refusal: aRefusal(), claimGeneration: 3 } as const;

describe('a row of a list', () => {
  it.each<[what: string, given: Given, verdict: object]>([
    ['that the device has not met is news', {}, { is: 'news', wentBack: false, refused: null }],
    ['that it has as it is is known', { known: {} }, { is: 'known' }],
    [
      'that says something else is news',
      { known: { server: OTHER } },
      { is: 'news', wentBack: false, refused: null },
    ],
    [
      'that is older than what was learned since is left, and the list may have missed something',
      { known: { server: OTHER, serverGen: 6 } },
      { is: 'older', isUncertain: true },
    ],
    [
      'at a lower version is left, and nothing was missed',
      { known: { server: OTHER, serverGen: 6, version: 3 }, version: 2 },
      { is: 'older', isUncertain: false },
    ],
    [
      'at a lower version is left also where nothing was learned since',
      { known: { server: OTHER, version: 3 }, version: 2 },
      { is: 'older', isUncertain: false },
    ],
    [
      'at a lower version is news where the server may have been restored',
      { known: { server: OTHER, version: 3 }, version: 2, facts: { mayGoBack: true } },
      { is: 'news', wentBack: true, refused: null },
    ],
    [
      'at a higher version is news, whatever was learned since',
      { known: { server: OTHER, serverGen: 6, version: 3 }, version: 4 },
      { is: 'news', wentBack: false, refused: null },
    ],
    ['that was deleted here stays away', { facts: { removed: [ID] } }, { is: 'deletedHere' }],
  ])('%s', (_, given, verdict) => {
    expect(judged(given)).toEqual({ verdict, mayBe: [] });
  });

  it('that carries the key of a create is that create, or is left to its answer', () => {
    const wire = { ...ROW, client_uid: 'key' };
    const keyed = aCreate({ sentWithKey: true });
    expect(judged({ open: [keyed], wire }).verdict).toEqual({ is: 'ours', create: keyed });
    const attempt = aCreate({ sentWithKey: true, state: 'sending', attemptId: 'a', firstSentAt: 1 });
    expect(judged({ open: [attempt], wire }).verdict).toEqual({ is: 'underWay', attempt });
  });

  it('of which an update is under way is left to its answer, unless it is known', () => {
    const attempt = aMutation({ localId: String(ID), state: 'sending', attemptId: 'a', firstSentAt: 1 });
    expect(judged({ open: [attempt], known: { server: OTHER } }).verdict).toEqual({
      is: 'underWay',
      attempt,
    });
    expect(judged({ open: [attempt], known: {} }).verdict).toEqual({ is: 'known' });
    const later = aMutation({ localId: String(ID) });
    expect(judged({ open: [later], known: { server: OTHER } }).verdict).toMatchObject({ is: 'news' });
  });

  it('that looks like a create of which the answer is unknown stays out', () => {
    for (const create of [unknown, sending]) {
      const verdict = { is: 'maybeOurs', creates: [create] };
      expect(judged({ open: [create] })).toEqual({ verdict, mayBe: [create] });
    }
    const changed = {
      ...ROW,
      city: 'Reno',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T01:00:00Z',
    };
    expect(judged({ open: [unknown], wire: changed }).mayBe).toEqual([unknown]);
    expect(judged({ open: [unknown], wire: { ...ROW, email: 'bo@example.com' } }).mayBe).toEqual([]);
  });

  it('enters the mirror once a person is asked about the create', () => {
    const asked = aCreate({
      state: 'parked',
      refusal: aRefusal('mayExistTwice'),
      probe: { cleanChecks: 0, lastCheckAt: 0 },
      claimGeneration: 3,
    });
    expect(judged({ open: [asked] })).toMatchObject({ verdict: { is: 'news' }, mayBe: [asked] });
  });

  it('that the device knew when a create was sent is not that create', () => {
    const known = { server: OTHER, firstSeenGen: 3 };
    expect(judged({ open: [unknown], known }).mayBe).toEqual([]);
    expect(judged({ open: [unknown], known: { ...known, firstSeenGen: 4 } }).mayBe).toEqual([unknown]);
    expect(
      judged({ open: [unknown], known: { ...known, localId: 'made-here', serverId: ID } }).mayBe,
    ).toEqual([]);
  });

  it('that is exactly a refused create enters, and may be it', () => {
    const create = aCreate({ state: 'parked', ...refused });
    expect(judged({ open: [create] }).verdict).toMatchObject({ is: 'news', refused: { create } });
  });

  it('that is what a refused create was stays out while that is sent again', () => {
    const create = aCreate({ firstSentFields: ann, attemptId: 'a', claimGeneration: 3 });
    expect(judged({ open: [create] }).verdict).toEqual({ is: 'heldForRefused' });
  });

  it('is one refused create’s alone, of two that are equal', () => {
    const [one, two] = [
      aCreate({ id: 'm1', state: 'parked', ...refused }),
      aCreate({ id: 'm2', state: 'parked', ...refused }),
    ];
    const creates = RefusedCreates.among(NO_REFERENCES, [one, two]);
    const record = { id: ID, wire: ROW };
    const first = creates.match(COPY);
    if (first) creates.note(first, record);
    const second = creates.match(COPY);
    if (second) creates.note(second, { ...record, id: 8 });
    expect(creates.found.map(([create, { id }]) => [create.id, id])).toEqual([
      ['m1', ID],
      ['m2', 8],
    ]);
  });
});
