import type { Attachment } from './attachment.ts';
import type { Customer } from './customer.ts';
import type { Estimate } from './estimate.ts';
import {
  type Field,
  type FieldList,
  initialValue,
  normalValue,
  type RecordOf,
  readableValue,
  readField,
  sameValue,
} from './field.ts';
import type { Project } from './project.ts';
import type { WorkOrder } from './work-order.ts';

export interface ResourceRecords {
  customers: Customer;
  projects: Project;
  estimates: Estimate;
  workOrders: WorkOrder;
}

/** Kinds that the device mirrors in full: lists, pulls, dashboard. */
export type ResourceName = keyof ResourceRecords;

export interface KindRecords extends ResourceRecords {
  attachments: Attachment;
}

/** Kinds of which the outbox may carry a change. */
export type RecordKind = keyof KindRecords;

export type FieldValue = string | number | null;

export type Fields = Readonly<Record<string, FieldValue>>;

/** A number on most servers, a string (UUID) on others. Never convert it. */
export type ServerId = number | string;

/** JSON before `decode` and after `encode`. */
export type Wire = Readonly<Record<string, unknown>>;

export interface ResourceLabel {
  /** 'Customers': navigation, page title. */
  readonly plural: string;
  /** 'Customer': 'Edit Customer'. */
  readonly title: string;
  /** 'customer': 'Delete this customer?'. */
  readonly noun: string;
}

export interface Reference<F extends string = string> {
  readonly field: F;
  readonly to: ResourceName;
}

/** `now` in ms since 1970, `random` in [0, 1). */
export interface BlankEnv {
  readonly now: number;
  readonly random: number;
}

export interface RecordKey {
  readonly resource: RecordKind;
  readonly localId: string;
}

/**
 * Everything that differs between kinds of record. Lists, dialogs, the engine and the server's routes read this and
 * never check the kind.
 */
export interface ResourceSpec<R extends object = object> extends OwnSpec<R> {
  readonly fieldNames: readonly (keyof R & string)[];
  readonly references: readonly Reference<keyof R & string>[];
  /** Fields that are merged by facts and lines. */
  readonly texts: readonly (keyof R & string)[];
  readonly blank: (env: BlankEnv) => R;
  /** Reads as many fields as possible. Never throws. */
  readonly decode: (wire: Wire) => R;
  /** Repairs a stored record that was only partly readable. */
  readonly readable: (stored: Fields) => R;
  /** Normalizes a draft, except values that equal those of `before`. */
  saved(draft: R, before: Partial<R>): R;
  /** Takes all fields for a create, changed ones for an update. Normalizes, because some drafts are stored without `saved`. */
  encode(fields: Partial<R>, kind: 'create' | 'update'): Wire;
  readonly sameValue: (field: string, a: FieldValue | undefined, b: FieldValue | undefined) => boolean;
}

/** The part of a spec that each kind defines. The rest follows from its field types. */
interface OwnSpec<R extends object> {
  readonly name: RecordKind;
  /** '/api/v1/customers/customers/', below the API base URL. */
  readonly path: string;
  readonly label: ResourceLabel;
  /** Other fields of a server are ignored. */
  readonly fields: Readonly<Record<keyof R & string, Field>>;
  /** Where a new record appears, and therefore how the list is sorted. */
  readonly placement: 'first' | 'last';
  /** The caller folds case and accents, and adds the texts of referenced records. */
  searchText(row: R): string;
  /** The record's name in a sentence. Never empty. */
  title(row: R): string;
  /** Servers can filter by this field, which differs in nearly all records, so a request can find one record. */
  readonly filteredBy: keyof R & string;
  /** Fields of a group are merged as one. */
  readonly mergeGroups: readonly (readonly (keyof R & string)[])[];
  /** If one field of a group changes, a server may recompute the others. Never an address: users own it. */
  readonly computedGroups?: readonly (readonly (keyof R & string)[])[];
  /** Returns fields that the form computed and no user typed. */
  workedOut?(fields: Partial<R>): readonly (keyof R & string)[];
  /** Values of `status` in working order. If two users advance it, the further one wins. */
  readonly progress?: readonly string[];
  /** Values of `status` at which the work is over. These records go first when storage is full. */
  readonly closed?: readonly string[];
  /** The choice for a record that is out of use but cannot be deleted. */
  readonly inactive?: { readonly field: keyof R & string; readonly value: string; readonly label: string };
}

/** Only if the wire form differs from what the field types imply. */
interface OwnWire<R extends object> extends OwnSpec<R> {
  readonly toWire?: (fields: Partial<R>, kind: 'create' | 'update') => Wire;
}

export function defineResource<L extends FieldList>({
  toWire = (fields) => fields,
  ...own
}: OwnWire<RecordOf<L>> & { readonly fields: L }): ResourceSpec<RecordOf<L>> {
  type R = RecordOf<L>;
  const list: FieldList = own.fields;
  const fields = Object.entries(list);
  const names = (is: (field: Field) => boolean): (keyof R & string)[] =>
    fields.filter(([, field]) => is(field)).map(([name]) => name);
  const whole = (valueOf: (field: Field, name: string) => FieldValue): R => {
    const record: Record<string, FieldValue> = {};
    for (const [name, field] of fields) record[name] = valueOf(field, name);
    return record as R;
  };
  const normalized = <F extends Partial<R>>(values: F, before: Partial<R> = {}): F => {
    const changed = fields.flatMap(([name, field]) => {
      const value = values[name];
      if (value === undefined || value === before[name]) return [];
      const normal = normalValue(field, value);
      return normal === value ? [] : [[name, normal] as const];
    });
    return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
  };
  return {
    ...own,
    fieldNames: names(() => true),
    texts: names(({ type }) => type === 'longText'),
    references: fields.flatMap(([name, field]) =>
      field.type === 'reference' ? [{ field: name, to: field.to }] : [],
    ),
    blank: (env) => whole((field) => (field.type === 'text' && field.generate?.(env)) || initialValue(field)),
    decode: (wire) => whole((field, name) => readField(field, wire[name])),
    encode: (values, kind) => toWire(normalized(values), kind),
    readable: (stored) => whole((field, name) => readableValue(field, stored[name])),
    saved: normalized,
    sameValue: (field, a, b) => sameValue(list[field]?.type ?? 'text', a, b),
  };
}

/** Returns 'work-orders', the collection's name in the feed and in batches. */
export function collectionName({ path }: Pick<ResourceSpec<Fields>, 'path'>): string {
  return path.split('/').at(-2) ?? path;
}
