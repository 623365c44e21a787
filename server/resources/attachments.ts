import { z } from 'zod';
import { attachmentSpec } from '../../src/domain/attachment.ts';
import { choicesOf } from '../../src/domain/resource-specs.ts';
import {
  choiceField,
  dateOrTimeField,
  numberField,
  referenceField,
  sha256Field,
  textField,
} from '../http/fields.ts';
import type { FieldOutput, ServerResource } from './server-resource.ts';

const PARENTS = ['customer', 'project', 'estimate', 'work_order'] as const;

const parentField = () => referenceField().nullable().optional();
const coordinate = (most: number) => numberField({ min: -most, max: most }).nullable().optional();
const text = (max: number) => textField({ max, blank: true }).optional();

const attachmentInput = z.object({
  customer: parentField(),
  project: parentField(),
  estimate: parentField(),
  work_order: parentField(),
  kind: choiceField(choicesOf('attachments', 'kind')).optional(),
  sha256: sha256Field(),
  // Null in the database, because '' is no key of a file.
  thumb_sha256: sha256Field({ blank: true })
    .transform((sha256) => sha256 || null)
    .optional(),
  name: text(200),
  room: text(200),
  label: choiceField(choicesOf('attachments', 'label')).optional(),
  caption: text(2_000),
  taken_at: dateOrTimeField().nullable().optional(),
  taken_by: text(310),
  latitude: coordinate(90),
  longitude: coordinate(180),
  accuracy: numberField({ min: 0, max: 1e9 }).nullable().optional(),
});

const same = (schema: z.ZodType): FieldOutput => ({ schema, write: (column) => column });
const number = same(z.number().nullable());

const asText: FieldOutput = { schema: z.string(), write: (column) => column ?? '' };
const asMoment: FieldOutput = {
  schema: z.iso.datetime(),
  write: (column) => (column instanceof Date ? column.toISOString() : column),
};

/** Photos and documents. A trigger sets the size, the type, and who sent them when. */
export const attachments: ServerResource = {
  // The columns have defaults, and a blank hash is null.
  spec: { ...attachmentSpec, blank: () => ({}) },
  table: 'attachments',
  input: attachmentInput,
  output: {
    thumb_sha256: asText,
    size: same(z.int()),
    media_type: same(z.string()),
    latitude: number,
    longitude: number,
    accuracy: number,
    received_at: asMoment,
    uploaded_by: same(z.string()),
  },
  uniqueKeys: [],
  references: PARENTS.map((field) => ({
    field,
    column: `${field}_id`,
    table: `${field}s`,
    constraint: `attachments_${field}_fkey`,
    cascades: true,
  })),
  files: [
    { field: 'sha256', constraint: 'attachments_sha256_fkey' },
    { field: 'thumb_sha256', constraint: 'attachments_thumb_fkey' },
  ],
  parents: PARENTS,
  // Otherwise, a document could be made a photo and then deleted.
  fixed: ['sha256', 'thumb_sha256', 'kind'],
};
