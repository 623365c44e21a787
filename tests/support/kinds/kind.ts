import type { Fields, ResourceLabel, ResourceName } from '../../../src/domain/resource-spec.ts';

/** The order in which a list shows the samples: 'ab-' means the first, the second and the blank one. */
export type Order = 'ab-' | 'a-b' | 'ba-' | 'b-a' | '-ab' | '-ba';

/** A column of a kind's list. */
export interface KindColumn {
  readonly header: string;
  /** The texts in the cells of the first, the second and the blank sample. */
  readonly cells: readonly [a: string, b: string, blank: string];
  /** The order after one press of the header, and after two. */
  readonly sorted: readonly [up: Order, down: Order];
}

/** A filter above a kind's list. */
export interface KindFilter {
  readonly name: string;
  /** All options, in order. */
  readonly offers: readonly string[];
  /** The chosen option, the query that it adds to the URL, and the rows that it leaves. */
  readonly choices: readonly (readonly [choose: string, address: string, leaves: string])[];
}

/** A server's refusal of a save, and the words that the dialog then shows. */
export interface KindRefusal {
  readonly body: unknown;
  readonly words: readonly string[];
  /** The labels of the fields marked as wrong. */
  readonly marked: readonly string[];
}

/** Everything that the suites need to know about one kind of record, as a person sees it. */
export interface Kind {
  readonly resource: ResourceName;
  readonly path: string;
  readonly label: ResourceLabel;
  /** The order before the list is sorted. The blank record is the newest. */
  readonly order: Order;
  /** Two records that differ in every field, and one with only defaults. Customers '1' and '2' are a and b. */
  readonly a: Fields;
  readonly b: Fields;
  readonly blank: Fields;
  readonly titles: readonly [a: string, b: string, blank: string];
  readonly columns: readonly KindColumn[];
  /** Search terms that find the first sample: part of each searched field, in upper or lower case. */
  readonly finds: readonly string[];
  /** A part of the first sample that the search ignores. */
  readonly findsNot: string;
  readonly filters: readonly KindFilter[];
  readonly form: {
    readonly labels: readonly string[];
    /** The values in a new form, by label. Other fields are blank. */
    readonly defaults: Readonly<Record<string, string | RegExp>>;
    /** The keyboard that a phone shows for a field, by label. */
    readonly keyboards: Readonly<Record<string, string>>;
    /** The text typed or the option chosen, by label. A customer is chosen by name. */
    readonly fill: Readonly<Record<string, string>>;
    /** The values that are then saved. */
    readonly saves: Fields;
    readonly title: string;
    /** A text field to change in the first sample, by label and by name. */
    readonly change: { readonly label: string; readonly field: string };
    readonly refusal: KindRefusal;
  };
  readonly record: {
    /** The kind and its number, above the title. */
    readonly kind: string;
    /** The customer, the status, other choices, and the amount or date, below the title. */
    readonly line: readonly string[];
    /** The name and value of each fact of the first sample. */
    readonly facts: readonly (readonly [name: string, value: string])[];
    /** The links for contacting the customer, by name. */
    readonly contacts: Readonly<Record<string, string>>;
    /**
     * Headings of related records, each with its sum and a part of each record below. Here all records refer to Ann.
     */
    readonly related: readonly (readonly [heading: string, sum: string, ...parts: string[]])[];
  };
}

/** The links for contacting Ann Lee, the first customer. */
export const ANNS_WAYS = {
  Call: 'tel:+15551234567',
  Text: 'sms:+15551234567',
  Email: 'mailto:desk@example.org',
} as const;

/** The link for directions to her address. */
export const TO_ANN =
  'https://www.google.com/maps/dir/?api=1&destination=12%20Main%20St%2C%20Boise%2C%20ID%2083702';
