import type { Fields, ResourceLabel, ResourceName } from '../../../src/domain/resource-spec.ts';

/** Rows in the order in which they are shown, by letter: 'ab-' is first, second and the blank one. */
export type Order = 'ab-' | 'a-b' | 'ba-' | 'b-a' | '-ab' | '-ba';

/** A column of a kind's list, from left to right. */
export interface KindColumn {
  readonly header: string;
  /** What stands in the cell of the first sample, the second and the blank one. */
  readonly cells: readonly [a: string, b: string, blank: string];
  /** The order after one press on the header, and after two. */
  readonly sorted: readonly [up: Order, down: Order];
}

/** A filter above a kind's list. */
export interface KindFilter {
  readonly name: string;
  /** All that it offers, in order. */
  readonly offers: readonly string[];
  /** What is chosen, what that makes of the address, and which rows it leaves. */
  readonly choices: readonly (readonly [choose: string, address: string, leaves: string])[];
}

/** What a server says to a save, and what the dialog says then. */
export interface KindRefusal {
  readonly body: unknown;
  readonly words: readonly string[];
  /** Labels of the fields that are marked. */
  readonly marked: readonly string[];
}

/** All that the suites need to know of one kind of record: what a person sees, in words. */
export interface Kind {
  readonly resource: ResourceName;
  readonly path: string;
  readonly label: ResourceLabel;
  /** The list before anybody sorts it. The blank record is the newest. */
  readonly order: Order;
  /** Two records that differ in everything, and one with nothing but defaults. Customers '1' and '2' are a and b. */
  readonly a: Fields;
  readonly b: Fields;
  readonly blank: Fields;
  readonly titles: readonly [a: string, b: string, blank: string];
  readonly columns: readonly KindColumn[];
  /** Parts of the first sample that search finds, one of each field that is searched, in any case. */
  readonly finds: readonly string[];
  /** A part of it that search does not look at. */
  readonly findsNot: string;
  readonly filters: readonly KindFilter[];
  readonly form: {
    readonly labels: readonly string[];
    /** What a new form shows, by label; the other fields are blank. */
    readonly defaults: Readonly<Record<string, string | RegExp>>;
    /** The keyboards that a phone shows, by label. */
    readonly keyboards: Readonly<Record<string, string>>;
    /** What is written or chosen, by label. A customer is chosen by name. */
    readonly fill: Readonly<Record<string, string>>;
    /** What is saved then. */
    readonly saves: Fields;
    readonly title: string;
    /** A text field that is changed in the first sample, and how the change is called. */
    readonly change: { readonly label: string; readonly field: string };
    readonly refusal: KindRefusal;
  };
  readonly record: {
    /** The kind and its number, above the title. */
    readonly kind: string;
    /** Status, other choices, and the amount or date, below the title. */
    readonly line: readonly string[];
    /** Name and value of each fact of the first sample. */
    readonly facts: readonly (readonly [name: string, value: string])[];
    /** Ways to reach somebody, by name. */
    readonly contacts: Readonly<Record<string, string>>;
    /** Headings of related records, with the sum beside and a part of each record below them; both samples are Ann's then. */
    readonly related: readonly (readonly [heading: string, sum: string, ...parts: string[]])[];
  };
}

/** How to reach Ann Lee, the first of the customers. */
export const ANNS_WAYS = {
  Call: 'tel:+15551234567',
  Text: 'sms:+15551234567',
  Email: 'mailto:desk@example.org',
} as const;

/** The way to where she lives. */
export const TO_ANN =
  'https://www.google.com/maps/dir/?api=1&destination=12%20Main%20St%2C%20Boise%2C%20ID%2083702';
