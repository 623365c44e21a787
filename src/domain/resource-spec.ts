import type { Customer } from './customer.ts';
import type { Estimate } from './estimate.ts';
import type { Project } from './project.ts';
import type { WorkOrder } from './work-order.ts';

/** The kinds of record the app keeps, by the name of their table and their collection. */
export interface ResourceRecords {
  customers: Customer;
  projects: Project;
  estimates: Estimate;
  workOrders: WorkOrder;
}

export type ResourceName = keyof ResourceRecords;

/** What a record's field may hold on the device. Anything richer on the wire is decoded into these. */
export type FieldValue = string | number | null;

export type Fields = Readonly<Record<string, FieldValue>>;

/** A server's own id: a number on most servers, a string (UUID) on others. Never converted. */
export type ServerId = number | string;

/** JSON as received or sent, before `decode` and after `encode`. */
export type Wire = Readonly<Record<string, unknown>>;

/** Words for one kind of record, as they stand inside titles and messages. */
export interface ResourceLabel {
  /** 'Customers': navigation, page title. */
  readonly plural: string;
  /** 'Customer': 'Add New Customer', 'Edit Customer'. */
  readonly title: string;
  /** 'customer': 'Failed to save customer', 'Delete this customer?'. */
  readonly noun: string;
}

/** A field that points at another record. */
export interface Reference<F extends string = string> {
  readonly field: F;
  readonly to: ResourceName;
}

/** What a blank record may need from outside: the time in ms since 1970 and a random number in [0, 1). */
export interface BlankEnv {
  readonly now: number;
  readonly random: number;
}

/**
 * Everything that differs between the kinds of record, as data and pure functions. The common code
 * (lists, dialogs, engine, server routes) reads it and never asks which kind it has in hand.
 */
export interface ResourceSpec<R extends object = object> {
  readonly name: ResourceName;
  /** Collection path below the API base URL, with both slashes: '/api/v1/customers/customers/'. */
  readonly path: string;
  readonly label: ResourceLabel;
  /** Names of the fields that are kept, shown and sent; everything else a server sends is ignored. */
  readonly fields: readonly (keyof R & string)[];
  /** Where a record made here appears in the list, and which way the list is sorted. */
  readonly placement: 'first' | 'last';
  /** A new record's defaults. */
  blank(env: BlankEnv): R;
  /**
   * The record's own text that a list's search looks in. Case and accents do not matter: the caller takes them off. What
   * it refers to is searched in that record's own text.
   */
  searchText(row: R): string;
  /** How a record is named in a sentence: a person's name, a title. Never empty. */
  title(row: R): string;
  /** Reads what a server sent, as far as it can be read. Never throws. */
  decode(wire: Wire): R;
  /** The fields as a server wants them: whole drafts on create, changed fields on update. */
  encode(fields: Partial<R>, kind: 'create' | 'update'): Wire;
  /**
   * Fields that only make sense together and are merged as one. A field in no group is its own group.
   */
  readonly mergeGroups: readonly (readonly (keyof R & string)[])[];
  /** Fields that hold a day or a moment: some servers write one as the other. */
  readonly daysOrMoments?: readonly (keyof R & string)[];
  /** Long texts to which several people add: changed by two, they are merged by facts and lines. */
  readonly texts: readonly (keyof R & string)[];
  /** Those of which a server may work out the rest anew when one of them changes; an address is nobody's but a person's. */
  readonly computedGroups?: readonly (readonly (keyof R & string)[])[];
  /** Fields that have the value which the form works out from others: nobody typed them. */
  workedOut?(fields: Partial<R>): readonly (keyof R & string)[];
  /** Values of `status` in the order of the work: where two people moved it on, the further one stands. */
  readonly progress?: readonly string[];
  /** Values of `status` at which the work is over: the first to leave a device that has no room left. */
  readonly closed?: readonly string[];
  /** What a record is set to that is no longer used but cannot be deleted, and how that is called. */
  readonly inactive?: { readonly field: keyof R & string; readonly value: string; readonly label: string };
  /** Fields that hold another record's local id; sent as that record's server id. */
  readonly references: readonly Reference<keyof R & string>[];
}

/** A collection as the change feed and batches name it: the last part of its path, 'work-orders'. */
export function collectionName({ path }: Pick<ResourceSpec<Fields>, 'path'>): string {
  return path.split('/').at(-2) ?? path;
}
