import { describe, expect, it } from 'vitest';
import type { MutationChange, ServerRefusal } from '../../src/outbox/mutation.ts';
import { groupRefused, refusalKey, refusedText } from '../../src/records/refusal-groups.ts';
import { aMutation, changes } from '../support/records/mutations.ts';

const refused = (body: unknown, given: Partial<ServerRefusal> = {}): ServerRefusal => ({
  reason: 'rejected',
  status: 400,
  body,
  at: 0,
  ...given,
});
const BAD_PHONE = { phone: ["Phone number must be entered in the format: '+1-555-123-4567'."] };
const parked = (body: unknown, given: MutationChange = {}, seq = 1) => ({
  ...aMutation({ state: 'parked', refusal: refused(body), ...given }),
  seq,
  id: `m${seq}`,
});

describe('refusalKey', () => {
  const key = (body: unknown, fields: Record<string, string> = {}) =>
    refusalKey(
      parked(body, {
        fields: changes(Object.fromEntries(Object.entries(fields).map(([f, v]) => [f, [null, v]]))),
      }),
    );

  it.each([
    ['values', [{ status: ['"gone" is not a valid choice.'] }, { status: ['"old" is not a valid choice.'] }]],
    [
      'counts',
      [{ city: ['At most 50 characters (it has 51).'] }, { city: ['At most 50 characters (it has 77).'] }],
    ],
    [
      'the order of fields',
      [
        { city: ['No.'], email: ['No.'] },
        { email: ['No.'], city: ['No.'] },
      ],
    ],
  ])('is the same if only %s differ', (_, [one, other]) => {
    expect(key(one)).toBe(key(other));
  });

  it('is the same if a message repeats the sent value', () => {
    const about = (phone: string) => key({ phone: [`${phone} is no number.`] }, { phone });
    expect(about('call me')).toBe(about('x89'));
  });

  it('[F43] is none for a deletion that would take photos with it', () => {
    expect(refusalKey(parked({ detail: 'No.', attachments: 3 }, { kind: 'delete' }))).toBeNull();
  });

  it('[F40] is none for a signed document', () => {
    expect(key({ sha256: ['No.'] }, { kind: 'photo' })).not.toBeNull();
    expect(key({ sha256: ['No.'] }, { kind: 'document' })).toBeNull();
  });

  it('is the same for all changes that came from a file', () => {
    const refusal = refused(null, { reason: 'fromFile' });
    const given: readonly MutationChange[] = [
      { refusal },
      { refusal, kind: 'delete' },
      { refusal, resource: 'projects' },
    ];
    expect(new Set(given.map((one) => refusalKey(parked(null, one)))).size).toBe(1);
  });

  it.each([
    ['fields', [{ city: ['No.'] }, { email: ['No.'] }]],
    ['messages', [{ city: ['No.'] }, { city: ['Never.'] }]],
    ['sentences', [{ detail: 'No.' }, { detail: 'Never.' }]],
  ])('differs if %s differ', (_, [one, other]) => {
    expect(key(one)).not.toBe(key(other));
  });

  it.each<[string, MutationChange]>([
    ['the kind of record', { resource: 'projects' }],
    ['the kind of change', { kind: 'delete' }],
    ['the status', { refusal: refused(BAD_PHONE, { status: 409 }) }],
    ['the reason', { refusal: refused(BAD_PHONE, { reason: 'serverErrors' }) }],
  ])('differs with %s', (_, given) => {
    expect(refusalKey(parked(BAD_PHONE, given))).not.toBe(refusalKey(parked(BAD_PHONE)));
  });

  it.each<[string, MutationChange]>([
    ['a conflict', { refusal: refused(null, { reason: 'conflict' }) }],
    ['a possible duplicate', { refusal: refused(null, { reason: 'mayExistTwice' }) }],
    ['a change that is not parked', { state: 'queued', refusal: refused(BAD_PHONE) }],
    ['a change that was not refused', { state: 'queued', refusal: null }],
  ])('is null for %s', (_, given) => {
    expect(refusalKey(parked(BAD_PHONE, given))).toBeNull();
  });
});

describe('groupRefused', () => {
  const grouped = (...all: ReturnType<typeof parked>[]) =>
    groupRefused(all).map((entry) => entry.changes.map(({ seq }) => seq));

  it('groups equal refusals at the place of the first', () => {
    const other = parked({ city: ['No.'] }, {}, 2);
    expect(
      grouped(parked(BAD_PHONE, {}, 1), other, parked(BAD_PHONE, {}, 3), parked(BAD_PHONE, {}, 4)),
    ).toEqual([[1, 3, 4], [2]]);
  });

  it('leaves two equal refusals, and all others, in their order', () => {
    const conflict = parked(null, { refusal: refused(null, { reason: 'conflict' }) }, 2);
    expect(grouped(parked(BAD_PHONE, {}, 1), conflict, parked(BAD_PHONE, {}, 3))).toEqual([[1], [2], [3]]);
  });
});

describe('refusedText', () => {
  const of = (phone: string | null): MutationChange => ({
    fields: changes({ phone: [null, phone], email: [null, 'x'], status: [null, 'gone'] }),
  });

  it.each<[string, unknown, MutationChange, string | null]>([
    ['one text', BAD_PHONE, of('none'), 'phone'],
    ['two texts', { ...BAD_PHONE, email: ['No.'] }, of('none'), null],
    ['a choice', { status: ['No.'] }, of('none'), null],
    ['a text that was not sent', { city: ['No.'] }, of('none'), null],
    ['no field', { detail: 'No.' }, of('none'), null],
    ['a deletion', BAD_PHONE, { ...of('none'), kind: 'delete' }, null],
    ['a change that was not refused', null, { state: 'queued', refusal: null }, null],
  ])('reads %s', (_, body, given, field) => {
    expect(refusedText({ key: '', changes: [parked(body, given)] })?.field ?? null).toBe(field);
  });

  it('is the text that all changes have, and null if they differ', () => {
    const [one, same, other] = [of('none'), of('none'), of('n/a')].map((given) =>
      parked(BAD_PHONE, given),
    ) as [ReturnType<typeof parked>, ReturnType<typeof parked>, ReturnType<typeof parked>];
    expect(refusedText({ key: '', changes: [one, same] })).toEqual({ field: 'phone', value: 'none' });
    expect(refusedText({ key: '', changes: [one, same, other] })).toBeNull();
  });
});
