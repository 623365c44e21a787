import { expect, test } from 'vitest';
import { fieldWording } from '../../src/crud/refusal-words.ts';
import type { ResourceView } from '../../src/crud/resource-view.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { describeProjectError } from '../../src/features/projects/project-view.tsx';
import { parkedWords } from '../../src/features/sync-screen/parked-change.tsx';
import type { Mutation, ServerRefusal } from '../../src/outbox/mutation.ts';
import { LazyModule } from '../../src/ui/lazy-module.ts';

const view = {
  resource: 'projects',
  path: '/projects',
  columns: [],
  Form: () => null,
  Facts: () => null,
  paper: new LazyModule(async () => ({ default: () => null })),
  describeSaveError: describeProjectError,
} satisfies ResourceView;

const required = { title: ['This field is required.'] };

// @spec 8.7 8.8 8.9 8.14 D1.3 D2.17
test.each<[kind: Mutation['kind'], refusal: Partial<ServerRefusal>, words: readonly string[]]>([
  ['create', { body: required }, ['Failed to save project', 'Title: This field is required.']],
  ['update', { body: { detail: 'Closed.' } }, ['Closed.']],
  ['create', { status: 403 }, ['Failed to create project']],
  ['update', { status: 403 }, ['Failed to update project']],
  [
    'update',
    { reason: 'deletedOnServer', status: 404, body: { detail: 'Not found.' } },
    ['The record was deleted on the server.', 'Not found.'],
  ],
  ['delete', { status: 409, body: { detail: 'In use.' } }, ['In use.']],
  ['delete', { status: 403 }, ['Failed to delete project']],
  [
    'delete',
    { status: 409, body: { detail: 'No.', attachments: 3 } },
    [
      'On the server, 3 photos or documents belong to this project. They are not those that this device showed when the project was deleted here. Look at them first, or delete them too.',
    ],
  ],
  ['update', { reason: 'conflict', status: 0, body: null }, ['Someone else changed the same fields.']],
])('a %s that was refused with %j', (kind, given, words) => {
  const refusal: ServerRefusal = { reason: 'rejected', status: 400, body: null, at: 0, ...given };
  expect(parkedWords({ kind, refusal }, view)).toEqual(words);
});

test('a change that waits without a word of the server', () => {
  expect(parkedWords({ kind: 'update', refusal: null }, view)).toEqual(['Failed to update project']);
});

const NO_CUSTOMER = { customer: ['Invalid pk "2137" - object does not exist.'] };
const GONE = (noun: string) =>
  `The customer of this ${noun} no longer exists on the server. Choose another customer.`;

test.each<[resource: ResourceName, body: object, words: readonly string[], field: string]>([
  ['estimates', NO_CUSTOMER, [GONE('estimate')], GONE('estimate')],
  ['projects', NO_CUSTOMER, [GONE('project')], GONE('project')],
  ['workOrders', NO_CUSTOMER, [GONE('work order')], GONE('work order')],
  [
    'estimates',
    { status: ['"approved" is not a valid choice.'] },
    ['The server does not know “approved” as Status. Choose another.'],
    'The server does not know “approved” as Status. Choose another.',
  ],
  [
    'workOrders',
    { priority: ['"" is not a valid choice.'], title: ['Too long.'] },
    ['The server needs a choice for Priority.', 'Title: Too long.'],
    'The server needs a choice for Priority.',
  ],
  [
    'estimates',
    { title: ['Invalid pk "1" - object does not exist.'] },
    ['Title: Invalid pk "1" - object does not exist.'],
    'Invalid pk "1" - object does not exist.',
  ],
])(
  'of %s: a key or a stored value that the server does not know is said in words',
  (resource, body, words, field) => {
    const { describeSaveError: _, ...plain } = view;
    const of: ResourceView = { ...plain, resource };
    const refusal: ServerRefusal = { reason: 'rejected', status: 400, body, at: 0 };
    expect(parkedWords({ kind: 'create', refusal }, of)).toEqual(words);
    expect(Object.values(fieldWording(of, refusal))).toContain(field);
  },
);
