import { attachmentLabel, type Choice, namelessRecords } from '../words/common.ts';
import { asObject } from './answer.ts';
import type { FieldList, RecordOf } from './field.ts';
import { defineResource, type Fields } from './resource-spec.ts';

const ATTACHMENT_KINDS = ['photo', 'document', 'template', 'file'] as const satisfies readonly Choice[];
export const PHOTO_LABELS = [
  'before',
  'during',
  'after',
  'damage',
  'equipment',
  'reading',
  'other',
] as const satisfies readonly Choice[];

/** At most one of them is set. None: the company's own file. */
const PARENTS = {
  customer: { type: 'reference', to: 'customers' },
  project: { type: 'reference', to: 'projects' },
  estimate: { type: 'reference', to: 'estimates' },
  work_order: { type: 'reference', to: 'workOrders' },
} as const satisfies FieldList;

/** Degrees, and meters. */
const PLACE = {
  latitude: { type: 'number' },
  longitude: { type: 'number' },
  accuracy: { type: 'number' },
} as const satisfies FieldList;

const fields = {
  ...PARENTS,
  kind: { type: 'choice', choices: ATTACHMENT_KINDS, initial: 'photo' },
  /** Names the bytes. Neither hash ever changes. */
  sha256: { type: 'text' },
  /** Blank without a thumbnail. */
  thumb_sha256: { type: 'text' },
  /** In bytes. */
  size: { type: 'number' },
  media_type: { type: 'text' },
  name: { type: 'text' },
  room: { type: 'text' },
  label: { type: 'choice', choices: PHOTO_LABELS, initial: 'other' },
  caption: { type: 'longText' },
  taken_at: { type: 'dateTime' },
  taken_by: { type: 'text' },
  ...PLACE,
  received_at: { type: 'dateTime' },
  uploaded_by: { type: 'text' },
} as const satisfies FieldList;

export type Attachment = RecordOf<typeof fields>;

const PARENT_FIELDS = Object.keys(PARENTS) as readonly (keyof typeof PARENTS)[];

/** Never sent: the server reads them from the bytes, or sets them. */
const SERVER_SET: readonly string[] = ['size', 'media_type', 'received_at', 'uploaded_by'];

export const attachmentSpec = defineResource({
  name: 'attachments',
  path: '/api/v1/attachments/attachments/',
  label: attachmentLabel,
  fields,
  placement: 'last',
  filteredBy: 'sha256',
  mergeGroups: [PARENT_FIELDS, Object.keys(PLACE) as readonly (keyof typeof PLACE)[]],
  searchText: (row) => [row.caption, row.room, row.name].join('\n'),
  title: (row) => firstLine(row.caption) || row.room.trim() || row.name.trim() || namelessRecords.attachments,
  toWire: (values) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !SERVER_SET.includes(field))),
});

function firstLine(text: string): string {
  return text.trim().replace(/\n.*/s, '');
}

const NEEDED_EXTENSIONS = ['attachments', 'client-uid', 'if-match'];

/** Without all that it needs, nothing of photos is sent. */
export function keepsFiles(features: Iterable<string> = []): boolean {
  const announced = new Set(features);
  return NEEDED_EXTENSIONS.every((name) => announced.has(name));
}

/** A signature cannot be taken twice, so a document is neither deleted nor discarded. */
export function isDocument(row: Fields | null | undefined): boolean {
  return row?.['kind'] === 'document';
}

/** The attachments that may go with a record. */
export interface AttachmentSet {
  readonly count: number;
  /** See `hashOfIds` in attachment-ids.ts. Null for any. */
  readonly hash: string | null;
}

/** Returns the attachments of a record, from the refusal of a deletion that was meant for others. */
export function attachmentsIn(refusal: unknown): AttachmentSet | undefined {
  const { attachments: count, attachments_hash: hash } = asObject(refusal) ?? {};
  if (!Number.isSafeInteger(count) || Number(count) <= 0) return undefined;
  return { count: Number(count), hash: typeof hash === 'string' ? hash : null };
}

/** Returns the names of a row's bytes: the thumbnail first, because it is small. */
export function hashesOf(row: Fields): string[] {
  return [row['thumb_sha256'], row['sha256']].flatMap((hash) =>
    typeof hash === 'string' && hash !== '' ? [hash] : [],
  );
}
