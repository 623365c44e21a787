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

/** The kinds of record, by the name of their table. */
export interface ResourceRecords {
  customers: Customer;
  projects: Project;
  estimates: Estimate;
  workOrders: WorkOrder;
}

export type ResourceName = keyof ResourceRecords;

/** Richer wire values are decoded into these. */
export type FieldValue = string | number | null;

export type Fields = Readonly<Record<string, FieldValue>>;

/** A server's own id: a number on most servers, a string (UUID) on others. Never converted. */
export type ServerId = number | string;

/** JSON as received or sent, before `decode` and after `encode`. */
export type Wire = Readonly<Record<string, unknown>>;

export interface ResourceLabel {
  /** 'Customers': navigation, page title. */
  readonly plural: string;
  /** 'Customer': 'Add New Customer', 'Edit Customer'. */
  readonly title: string;
  /** 'customer': 'Failed to save customer', 'Delete this customer?'. */
  readonly noun: string;
}

export interface Reference<F extends string = string> {
  readonly field: F;
  readonly to: ResourceName;
}

/** The time in ms since 1970 and a random number in [0, 1). */
export interface BlankEnv {
  readonly now: number;
  readonly random: number;
}

/** Names a record on this device. */
export interface RecordKey {
  readonly resource: ResourceName;
  readonly localId: string;
}

/**
 * Everything that differs between the kinds of record, as data and pure functions. Lists, dialogs, the engine and the server's
 * routes read it and never ask which kind they have.
 */
export interface ResourceSpec<R extends object = object> extends OwnSpec<R> {
  readonly fieldNames: readonly (keyof R & string)[];
  readonly references: readonly Reference<keyof R & string>[];
  /** Fields that are merged by facts and lines. */
  readonly texts: readonly (keyof R & string)[];
  /** Returns a new record's defaults. */
  readonly blank: (env: BlankEnv) => R;
  /** Reads what a server sent, as far as it can be read. Never throws. */
  readonly decode: (wire: Wire) => R;
  /** Returns a stored record with every field, each as its type says: some records could not be read whole. */
  readonly readable: (stored: Fields) => R;
  /** Returns a draft as it is saved. A value that is as it was `before` stays as it is. */
  saved(draft: R, before: Partial<R>): R;
  /**
   * Returns fields as a server wants them: whole drafts on create, changed fields on update. What was stored without `saved`
   * is normalized as well.
   */
  encode(fields: Partial<R>, kind: 'create' | 'update'): Wire;
  /** Tells if two values of a field mean the same to a server. */
  readonly sameValue: (field: string, a: FieldValue | undefined, b: FieldValue | undefined) => boolean;
}

/** The part of a spec in the kind's own file. The rest follows from the types of its fields. */
interface OwnSpec<R extends object> {
  readonly name: ResourceName;
  /** Collection path below the API base URL, with both slashes: '/api/v1/customers/customers/'. */
  readonly path: string;
  readonly label: ResourceLabel;
  /** The fields that are kept, shown and sent. Everything else a server sends is ignored. */
  readonly fields: Readonly<Record<keyof R & string, Field>>;
  /** Where a record made here appears in the list, and which way the list is sorted. */
  readonly placement: 'first' | 'last';
  /**
   * Returns the record's own text that a list's search looks in. The caller folds case and accents. What the record refers to
   * is searched in that record's own text.
   */
  searchText(row: R): string;
  /** Returns what the record is called in a sentence: a person's name, a title. Never empty. */
  title(row: R): string;
  /** A field by which servers can filter a list, and in which nearly all records differ: it finds one record. */
  readonly filteredBy: keyof R & string;
  /** Fields that only make sense together and are merged as one. A field in no group is its own group. */
  readonly mergeGroups: readonly (readonly (keyof R & string)[])[];
  /** Groups of which a server may compute the rest when one field changes. Never an address: users own it. */
  readonly computedGroups?: readonly (readonly (keyof R & string)[])[];
  /** Returns the fields whose value the form computes from others: nobody typed them. */
  workedOut?(fields: Partial<R>): readonly (keyof R & string)[];
  /** Values of `status` in the order of the work: where two people moved it on, the further one stays. */
  readonly progress?: readonly string[];
  /** Values of `status` at which the work is over: these records leave a full device first. */
  readonly closed?: readonly string[];
  /** The value for a record that is no longer used but cannot be deleted, and its label. */
  readonly inactive?: { readonly field: keyof R & string; readonly value: string; readonly label: string };
}

/** A kind with a wire form of its own beyond what its types say. */
interface OwnWire<R extends object> extends OwnSpec<R> {
  readonly toWire?: (fields: Partial<R>, kind: 'create' | 'update') => Wire;
}

/** Completes a kind's spec from the types of its fields. */
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

/** Returns the last part of the path, 'work-orders', by which feed and batches name the collection. */
export function collectionName({ path }: Pick<ResourceSpec<Fields>, 'path'>): string {
  return path.split('/').at(-2) ?? path;
}
