import fc from 'fast-check';
import type { Answer, Body } from '../../../src/domain/answer.ts';
import { changedFields, createdFields, type FieldChanges } from '../../../src/domain/field-changes.ts';
import type { Fields } from '../../../src/domain/resource-spec.ts';
import { fold } from '../../../src/outbox/mirror-record.ts';
import type { Mutation, MutationKind } from '../../../src/outbox/mutation.ts';
import { coalesce } from '../../../src/outbox/saved.ts';

const FIELDS = ['email', 'phone', 'city', 'status', 'subtotal'];

const NOTHING_FILLED_IN: Fields = Object.fromEntries(FIELDS.map((field) => [field, '']));

/** Few values, so that edits go back and forth between them. */
const value = fc.constantFrom('', 'a', 'b', 'A ', null, 1, 2);

const someFields: fc.Arbitrary<Fields> = fc.dictionary(fc.constantFrom(...FIELDS), value, {
  noNullPrototype: true,
});

/** A server's copy: every field has a value. */
export const wholeRecord: fc.Arbitrary<Fields> = fc.record(
  Object.fromEntries(FIELDS.map((field) => [field, value])),
  { noNullPrototype: true },
);

/** One thing that a person does to a record. */
export interface Act {
  readonly kind: 'edit' | 'delete';
  readonly draft: Fields;
  readonly watched: boolean;
}

export const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Act['kind']>('edit', 'edit', 'edit', 'delete'),
    draft: someFields,
    watched: fc.boolean(),
  }),
  { maxLength: 8 },
);

export type Open = Pick<
  Mutation,
  'kind' | 'fields' | 'state' | 'firstSentAt' | 'watched' | 'refusal' | 'sentWithKey' | 'probe'
>;

/** Returns the mutations that a person's acts create, one for each, based on the view at the time. */
export function mutationsOfActs(server: Fields | null, given: readonly Act[]): Open[] {
  const made: Open[] = [];
  for (const act of given) {
    const { view } = fold(server, made);
    const intent = intentOf(view, act, made.length === 0);
    if (!intent) continue;
    made.push({
      ...intent,
      state: 'queued',
      firstSentAt: null,
      refusal: null,
      sentWithKey: false,
      probe: null,
    });
  }
  return made;
}

function intentOf(
  view: Fields | null,
  act: Act,
  first: boolean,
): Pick<Open, 'kind' | 'fields' | 'watched'> | null {
  const open = (kind: MutationKind, fields: FieldChanges) => ({ kind, fields, watched: act.watched });
  if (view === null)
    return first ? open('create', createdFields({ ...NOTHING_FILLED_IN, ...act.draft })) : null;
  if (act.kind === 'delete') return open('delete', {});
  return open('update', changedFields(view, act.draft));
}

/** Returns the outbox after the mutations are accepted one after the other, merged where allowed. */
export function coalesced(mutations: readonly Open[]): Open[] {
  const outbox: Open[] = [];
  for (const later of mutations) {
    const earlier = outbox.at(-1);
    const merged = earlier ? coalesce(earlier, later) : ({ do: 'append' } as const);
    if (merged.do === 'append') outbox.push(later);
    else outbox.pop();
    if (merged.do === 'replace') outbox.push({ ...later, kind: merged.kind, fields: merged.fields });
  }
  return outbox;
}

/** Any kind of body. */
const body: fc.Arbitrary<Body> = fc.oneof(
  fc.constantFrom<Body>({ kind: 'html' }, { kind: 'text' }, { kind: 'empty' }),
  fc
    .oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.record({ id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)) }, { noNullPrototype: true }),
    )
    .map((json): Body => ({ kind: 'json', value: json })),
);

export const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 100, max: 599 }).chain(responseWith) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Answer>(
      { kind: 'redirect' },
      { kind: 'noAnswer', cause: 'network' },
      { kind: 'noAnswer', cause: 'timeout' },
      { kind: 'noAnswer', cause: 'aborted' },
      { kind: 'notSent' },
      { kind: 'unauthorized', refresh: 'refused' },
      { kind: 'unauthorized', refresh: 'unreachable' },
      { kind: 'unauthorized', refresh: 'refreshed' },
    ),
  },
);

function responseWith(status: number): fc.Arbitrary<Answer> {
  return fc
    .tuple(body, fc.option(fc.string()))
    .map(([read, retryAfter]) => ({ kind: 'response', status, body: read, retryAfter }));
}

export const mutationKind = fc.constantFrom<MutationKind>('create', 'update', 'delete');
