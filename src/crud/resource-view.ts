import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { DateForms } from '../domain/plain-date.ts';
import type { Fields, FieldValue, ResourceName } from '../domain/resource-spec.ts';
import type { LabelOf } from '../domain/server-message.ts';
import type { ServerRefusal } from '../outbox/mutation.ts';
import type { PaperPart, PaperProps, PaperWish } from './paper/print-button.tsx';

/** A choice of the list's filter that stands for several values. */
interface FilterGroup {
  readonly label: string;
  readonly values: readonly string[];
}

/** The name of another record, by the reference to it. */
export type NameOf = (resource: ResourceName, id: string | null) => string;

/** Values that a column may need beside the record. */
export interface Known {
  readonly nameOf: NameOf;
  /** The server's way to write the list's dates. */
  readonly dates: DateForms;
}

/** One fact of a record in its list. */
export interface ResourceColumn<R> {
  readonly field: keyof R & string;
  readonly header: string;
  /** Share of the table's width, beside the others'. What the buttons need is taken off before. */
  readonly width: number;
  /** The column that it stands below where the table is narrow. */
  readonly under?: keyof R & string;
  /** It stands there in a wide table as well. */
  readonly alwaysUnder?: boolean;
  /** Names the record and leads to it. One column of a list does. */
  readonly heading?: boolean;
  /** A table never breaks it: half a phone number is none. */
  readonly oneLine?: boolean;
  /** Stands in the last row of a phone's card, beside other short facts. Blank facts are left out there. */
  readonly short?: boolean;
  /** A choice in its color. */
  readonly chip?: boolean;
  /** True where the chip says nothing that matters any more: it is drawn as plain gray text. */
  readonly quiet?: (row: R) => boolean;
  /** A number that a machine made up: small and gray. */
  readonly minor?: boolean;
  /** The list can be narrowed to one of the choices, or to one of these groups of them. */
  readonly filter?: readonly FilterGroup[];
  /** Draws the cell, where the field's type is not enough. */
  readonly render?: (row: R, dates: DateForms) => ReactNode;
  /** Returns what the list is sorted by, where the field is not enough. */
  readonly sortBy?: (row: R) => FieldValue;
}

export interface ResourceFormProps<R> {
  readonly draft: R;
  /** The record's local id; null until it is saved. */
  readonly localId: string | null;
  /** The record as it is on the device; null for a new one. */
  readonly saved: Partial<R> | null;
  /** What is wrong with single fields, by field name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<R>) => void;
}

/** A date that the list can be narrowed by. */
export interface DateFilter<R> {
  readonly field: keyof R & string;
  /** 'Scheduled'. */
  readonly label: string;
  /** What a date before today is called where the work is not over: 'Overdue'. Absent where that says nothing. */
  readonly late?: string;
  /** Values of `status` at which nothing is late any more, where they are not those at which the work is over. */
  readonly over?: readonly string[];
}

/** What the facts of a record are drawn from. */
export interface FactsProps<R> {
  readonly record: R;
  readonly localId: string;
}

export interface ImportDialogProps {
  /** Id of an import that was stopped, to go on with; null begins with a file. */
  readonly going: string | null;
  readonly onClose: () => void;
  /** Called with true while records are made or deleted step by step, and with false afterwards. */
  readonly onBusy?: ((isBusy: boolean) => void) | undefined;
}

export interface ImportNoticeProps {
  /** Goes on with the import that has this id. */
  readonly onGoOn: (id: string) => void;
}

/** How one kind of record looks: all that lists, dialogs and detail screens need beside its spec. */
export interface ResourceView<R extends Fields = Fields> {
  readonly resource: ResourceName;
  /** Where its list is: '/customers'. A record is below it. */
  readonly path: string;
  readonly columns: readonly ResourceColumn<R>[];
  /** At most one filter of dates for each field. */
  readonly dates?: readonly DateFilter<R>[];
  /**
   * The query with which the menu opens the list where nobody has narrowed or sorted it yet on this device. After that it
   * leads to what was left. Without it, always to the whole list in its own order.
   */
  readonly opening?: string;
  /** A line below the name in the list: whose it is, and where. */
  readonly beneath?: {
    /** Whose names it holds: it is drawn again when one of them changes. */
    readonly of: ResourceName;
    readonly text: (row: R, nameOf: NameOf) => string;
  };
  /** A picture of the record before its name in the list, for the eye only. */
  readonly picture?: (row: R) => ReactNode;
  /** The amount that a list of related records adds up. */
  readonly amount?: keyof R & string;
  /** The dialog's fields. A lazy chunk. */
  readonly Form: ComponentType<ResourceFormProps<R>>;
  /** All that is known of a record, below its title. A lazy chunk. */
  readonly Facts: ComponentType<FactsProps<R>>;
  /** The record as a document on paper. Comes with the record's screen. */
  readonly paper: PaperPart<Omit<PaperProps<R>, 'wishes'>>;
  /** Asked about before the record is printed. */
  readonly asksFor?: readonly PaperWish[];
  /** Brings in records from a file, and tells of what was not finished; absent where there is no such way. Lazy chunks. */
  readonly importing?: {
    readonly Dialog: ComponentType<ImportDialogProps>;
    readonly Notice: ComponentType<ImportNoticeProps>;
  };
  /** Wording of a refused save, a line each; the shared wording where it is absent. */
  readonly describeSaveError?: (refusal: ServerRefusal, labelOf: LabelOf) => readonly string[];
}

/** Hides which kind of record a view draws: the shared code hands it records of that kind only. */
export function asResourceView<R extends Fields>(view: ResourceView<R>): ResourceView {
  return view as unknown as ResourceView;
}

export type ResourceViews = Readonly<Record<ResourceName, ResourceView>>;

/** Filled once by the app, so that one screen can use another kind's form and wording. */
export const ResourceViewsContext = createContext<ResourceViews | null>(null);

export function useResourceView(resource: ResourceName): ResourceView {
  return useViews()[resource];
}

export function useAllResourceViews(): readonly ResourceView[] {
  return Object.values(useViews());
}

function useViews(): ResourceViews {
  const views = useContext(ResourceViewsContext);
  if (!views) throw new Error('Resource views are read outside of the app.');
  return views;
}
