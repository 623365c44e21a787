import { type BatchItem, batchResultsIn } from '../../src/api/sync-api.ts';
import { versionOf } from '../../src/domain/answer.ts';
import { attachmentsIn } from '../../src/domain/attachment.ts';
import { hashOfIds } from '../../src/domain/attachment-ids.ts';
import { ATTACHMENTS_PATH, attachmentPath, FILES_PATH, hashOf, isStored } from '../attachments.ts';
import { fails, OK, unless } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Exchange } from '../client.ts';
import {
  inWords,
  isGone,
  isJson,
  isSuccess,
  jsonIn,
  objectIn,
  recordOf,
  shown,
  statusOf,
} from '../exchange.ts';
import { extensionChecks } from './extension.ts';

const BATCH_PATH = '/api/v1/sync/batch/';
const NOT_SENT = 'Photos stay on the device, shown as waiting, and never reach the office.';

export const attachmentsChecks = extensionChecks('attachments', [
  {
    name: 'put',
    asks: `PUT ${FILES_PATH}<sha256>/?from=0&size=… with a whole file as application/octet-stream returns 200 with {"stored": true}, and GET returns the same bytes.`,
    otherwise: NOT_SENT,
    run: async ({ attachments }) => {
      const { exchange, sha256 } = await attachments.stored();
      if (!isStored(exchange)) return fails(inWords(exchange));
      const read = await attachments.get(sha256);
      if (statusOf(read) !== 200) return fails(inWords(read));
      return hashOf(read.bytes) === sha256 ? OK : fails(`${read.line}: other bytes than were sent`);
    },
  },
  {
    name: 'put-again',
    asks: 'The same PUT again returns 200 with {"stored": true}. POST /api/v1/files/state/ with up to 200 hashes says the same of each.',
    otherwise: 'A photo whose answer was lost is never confirmed, and fills up the device.',
    run: async (context) => {
      const { attachments } = context;
      const { bytes, sha256 } = await attachments.stored();
      const again = await attachments.put(sha256, bytes);
      const other = attachments.picture().sha256;
      const state = await context.ask('POST', `${FILES_PATH}state/`, { body: { files: [sha256, other] } });
      const said = objectIn(state);
      const isKnown = shown(said?.[sha256]) === '{"stored":true}';
      const isUnknown = shown(said?.[other]) === '{"stored":false,"have":[]}';
      return unless([
        ...(isStored(again) ? [] : [inWords(again)]),
        ...(isKnown && isUnknown ? [] : [`of a stored and an unknown file, ${inWords(state)}`]),
      ]);
    },
  },
  {
    name: 'ranges',
    asks: 'A file may come in ranges of at most 1 MiB, in any order and more than once. Each answer says in have which bytes are there; the last one, that the file is stored.',
    otherwise: 'On a weak signal, a photo is sent from its beginning again and again, and may never arrive.',
    run: async ({ attachments }) => {
      const { bytes, sha256 } = attachments.picture(2_000);
      const size = bytes.length;
      const send = (from: number, to: number) =>
        attachments.put(sha256, bytes.subarray(from, to), { from, size });
      const steps: readonly (readonly [from: number, to: number, have: string])[] = [
        [1_000, 1_500, '[[1000,1500]]'],
        [0, 700, '[[0,700],[1000,1500]]'],
        [0, 700, '[[0,700],[1000,1500]]'],
        [600, 1_000, '[[0,1500]]'],
      ];
      for (const [from, to, have] of steps) {
        const exchange = await send(from, to);
        const { stored, have: said } = objectIn(exchange) ?? {};
        if (stored !== false || shown(said) !== have)
          return fails(`${inWords(exchange)}, instead of ${have}`);
      }
      const last = await send(1_500, size);
      return isStored(last) ? OK : fails(inWords(last));
    },
  },
  {
    name: 'wrong-hash',
    asks: 'Bytes that are not those of the hash are refused with 422, and none of them is kept.',
    otherwise: 'A photo that was damaged on the way replaces the real one unnoticed.',
    run: async ({ attachments }) => {
      const { sha256 } = attachments.picture();
      const { bytes } = attachments.picture();
      const exchange = await attachments.put(sha256, bytes);
      if (statusOf(exchange) !== 422 || !isJson(exchange)) return fails(inWords(exchange));
      const read = await attachments.get(sha256);
      return isGone(read) ? OK : fails(`422, but then ${inWords(read)}`);
    },
  },
  {
    name: 'row',
    asks: `POST ${ATTACHMENTS_PATH} with a sha256 and a customer, project, estimate or work_order returns 201 with the row, its client_uid, its version, and the size and media_type of the bytes. The same POST again, PATCH and DELETE work as for other kinds.`,
    otherwise: 'Photos arrive without the job that they belong to, or twice.',
    run: rowOutcome,
  },
  {
    name: 'row-without-bytes',
    asks: 'A row whose bytes are not there is refused with 422 and an error under sha256 alone.',
    otherwise: 'The office sees photos that cannot be opened, and the device does not send them again.',
    run: async (context) => {
      const { attachments } = context;
      const { sha256 } = attachments.picture();
      const exchange = await attachments.post({ ...(await parent(context)), sha256 });
      if (statusOf(exchange) !== 422) return fails(inWords(exchange));
      const names = Object.keys(Object(jsonIn(exchange)));
      return names.join() === 'sha256' ? OK : fails(inWords(exchange));
    },
  },
  {
    name: 'list-by-parent',
    asks: `GET ${ATTACHMENTS_PATH}?customer=… (or project, estimate, work_order) lists the rows of that record alone, in pages as other lists. Without such a parameter it is refused with 400.`,
    otherwise: 'Each device has to read the photos of all jobs to show those of one.',
    run: async (context) => {
      const { attachments } = context;
      const { sha256 } = await attachments.stored();
      const { id } = await context.make('customers');
      const made = recordOf(await attachments.post({ customer: id, sha256 }));
      const other = recordOf(await attachments.post({ ...(await parent(context)), sha256 }));
      if (!made || !other) return fails('two rows for one file could not be created');
      const list = await context.ask('GET', `${ATTACHMENTS_PATH}?customer=${encodeURIComponent(id)}`);
      const rows = objectIn(list)?.['results'];
      const ids = Array.isArray(rows) ? rows.map((row) => shown(Object(row).id)) : [];
      const all = await context.ask('GET', ATTACHMENTS_PATH);
      return unless([
        ...(ids.join() === shown(made.id) ? [] : [`${inWords(list)}, of which one row was expected`]),
        ...(statusOf(all) === 400 ? [] : [inWords(all)]),
      ]);
    },
  },
  {
    name: 'documents-stay',
    asks: 'DELETE of a row of kind document is refused with 409, and PATCH does not change its kind.',
    otherwise: 'A document that a customer signed can be deleted, and a signature cannot be taken twice.',
    run: documentOutcome,
  },
  {
    name: 'deletion-asks',
    asks: 'DELETE of a record with ?attachments=… (in a batch, "attachments": …) is refused with 409 if more rows than that belong to it. The answer has their number as attachments, and all of them stay. Otherwise they are deleted with the record.',
    otherwise:
      'Deleting a job silently deletes photos that colleagues have sent since, and that nobody on the device has seen.',
    run: deletionOutcome,
  },
  {
    name: 'deletion-compares',
    asks: 'With attachments_hash as well, the deletion is refused if other rows belong to it, even as many. The hash is the SHA-256 of their ids, sorted as text and joined by commas. The refusal has that of the present rows as attachments_hash, which the next deletion may name.',
    otherwise:
      'Deleting a job silently deletes a photo that a colleague has sent, if another photo of the job was deleted since.',
    run: comparisonOutcome,
  },
  {
    name: 'other-company',
    asks: 'A file that the company has not stored gets 404 in JSON, even if another company has stored it.',
    otherwise: 'One company may see the photos of another.',
    run: async ({ attachments }) => {
      const read = await attachments.get(attachments.picture().sha256);
      return isGone(read) ? OK : fails(inWords(read));
    },
  },
]);

async function parent(context: CheckContext) {
  return { customer: (await context.first('customers')).id };
}

async function rowOutcome(context: CheckContext) {
  const { attachments } = context;
  const { sha256, bytes } = await attachments.stored();
  const caption = `Conformance check ${context.run}`;
  const body = { ...(await parent(context)), client_uid: context.key(), sha256, caption, size: 1 };
  const exchange = await attachments.post(body);
  const record = recordOf(exchange);
  if (!record || statusOf(exchange) !== 201) return fails(inWords(exchange));
  const { customer } = body;
  const wanted = { customer, sha256, caption, size: bytes.length, media_type: 'image/jpeg' };
  const found = Object.entries({ ...wanted, client_uid: body.client_uid })
    .filter(([name, value]) => shown(record.wire[name]) !== shown(value))
    .map(([name, value]) => `${name} is ${shown(record.wire[name])} instead of ${shown(value)}`);
  if (versionOf(record) === undefined) found.push(`version is ${shown(record.wire['version'])}`);
  if (found.length > 0) return unless(found);
  return unless(await laterFaults(context, exchange, body));
}

async function laterFaults(context: CheckContext, first: Exchange, body: object): Promise<string[]> {
  const id = recordOf(first)?.id ?? '';
  const again = await context.attachments.post(body);
  const changed = await context.ask('PATCH', attachmentPath(id), {
    body: { caption: `Conformance check ${context.run}, changed` },
  });
  const deleted = await context.ask('DELETE', attachmentPath(id));
  const read = await context.ask('GET', attachmentPath(id));
  return [
    ...(statusOf(again) === 200 && recordOf(again)?.id === id ? [] : [inWords(again)]),
    ...(String(recordOf(changed)?.wire['caption']).endsWith('changed') ? [] : [inWords(changed)]),
    ...(isSuccess(deleted) ? [] : [inWords(deleted)]),
    ...(isGone(read) ? [] : [`after its deletion, ${inWords(read)}`]),
  ];
}

async function documentOutcome(context: CheckContext) {
  const exchange = await context.attachments.document();
  const id = recordOf(exchange)?.id ?? '';
  const path = attachmentPath(id);
  if (recordOf(exchange)?.wire['kind'] !== 'document') return fails(inWords(exchange));
  await context.ask('PATCH', path, { body: { kind: 'photo' } });
  const deleted = await context.ask('DELETE', path);
  const read = await context.ask('GET', path);
  const found = [
    ...(statusOf(deleted) === 409 ? [] : [inWords(deleted)]),
    ...(recordOf(read)?.wire['kind'] === 'document' ? [] : [`afterwards, ${inWords(read)}`]),
  ];
  // Otherwise, the clean-up tries to delete it, and the report names it if it stays.
  if (found.length === 0) context.attachments.leave(id);
  return unless(found);
}

async function deletionOutcome(context: CheckContext) {
  const { attachments } = context;
  const { sha256 } = await attachments.stored();
  const { id: customer } = await context.make('customers');
  const row = recordOf(await attachments.post({ customer, sha256 }));
  if (!row) return fails('a row could not be created');
  const path = context.item('customers', customer);
  const refused = await context.ask('DELETE', `${path}?attachments=0`);
  const found = [
    ...(isRefused(refused, 1) ? [] : [inWords(refused)]),
    ...(await refusalsInBatch(context, { record: customer, attachments: 0 })),
    ...(await missing(context, [path, attachmentPath(row.id)])),
  ];
  if (found.length > 0) return unless(found);
  const taken = await context.ask('DELETE', `${path}?attachments=1`);
  if (!isSuccess(taken)) return fails(inWords(taken));
  const read = await context.ask('GET', attachmentPath(row.id));
  return isGone(read) ? OK : fails(`after the deletion of its record, ${inWords(read)}`);
}

async function comparisonOutcome(context: CheckContext) {
  const { attachments } = context;
  const { sha256 } = await attachments.stored();
  const { id: customer } = await context.make('customers');
  const rows = [1, 2].map(() => attachments.post({ customer, sha256 }));
  const [one, other] = (await Promise.all(rows)).map(recordOf);
  if (!one || !other) return fails('a row could not be created');
  const path = context.item('customers', customer);
  const agreed = { attachments: 2, attachments_hash: hashOfIds([one.id]) };
  const refused = await context.ask(
    'DELETE',
    `${path}?attachments=2&attachments_hash=${agreed.attachments_hash}`,
  );
  const hash = hashOfIds([one.id, other.id]);
  const found = [
    ...(isRefused(refused, 2) && attachmentsIn(jsonIn(refused))?.hash === hash ? [] : [inWords(refused)]),
    ...(await refusalsInBatch(context, { record: customer, ...agreed })),
    ...(await missing(context, [path, attachmentPath(one.id), attachmentPath(other.id)])),
  ];
  if (found.length > 0) return unless(found);
  const taken = await context.ask('DELETE', `${path}?attachments=2&attachments_hash=${hash}`);
  return isSuccess(taken) ? OK : fails(inWords(taken));
}

function isRefused(exchange: Exchange, count: number): boolean {
  return statusOf(exchange) === 409 && attachmentsIn(jsonIn(exchange))?.count === count;
}

type Agreed = Pick<BatchItem, 'record' | 'attachments' | 'attachments_hash'>;

async function refusalsInBatch(context: CheckContext, agreed: Agreed): Promise<readonly string[]> {
  if (!(await context.features()).has('batch')) return [];
  const mutation: BatchItem = { id: 'a', method: 'DELETE', resource: 'customers', ...agreed };
  const exchange = await context.ask('POST', BATCH_PATH, { body: { mutations: [mutation] } });
  const result = batchResultsIn(exchange.answer)?.get('a');
  if (result?.kind !== 'response') return [inWords(exchange)];
  return result.status === 409 ? [] : [`in a batch, it got ${result.status}`];
}

async function missing(context: CheckContext, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const read = await context.ask('GET', path);
    if (!recordOf(read)) found.push(`afterwards, ${inWords(read)}`);
  }
  return found;
}
