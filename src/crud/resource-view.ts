import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { DateForms } from '../domain/plain-date.ts';
import type { Fields, FieldValue, ResourceName } from '../domain/resource-spec.ts';
import type { LabelOf } from '../domain/server-message.ts';
import type { ServerRefusal } from '../outbox/mutation.ts';
import type { PaperPart, PaperProps, PaperWish } from './paper/print-button.tsx';

/** A filter choice that stands for several values. */
interface FilterGroup {
  readonly label: string;
  readonly values: readonly string[];
}

/** Returns the name of a referenced record. */
export type NameOf = (resource: ResourceName, id: string | null) => string;

export interface Known {
  readonly nameOf: NameOf;
  readonly dates: DateForms;
}

/** A column of the list. Record screens and cards use columns as well. */
export interface ResourceColumn<R> {
  readonly field: keyof R & string;
  readonly header: string;
  /** Weight among the columns (CSS `fr`), which share the width that the buttons leave. */
  readonly width: number;
  /** The column that this one is placed below in a narrow table. */
  readonly under?: keyof R & string;
  /** In a wide table too. */
  readonly alwaysUnder?: boolean;
  /** The column that names the record and links to it. Exactly one. */
  readonly heading?: boolean;
  /** Never wrapped in a table, such as a phone number. */
  readonly oneLine?: boolean;
  /** In the last row of a card, beside other short values. Left out there if blank. */
  readonly short?: boolean;
  /** Shown as a colored chip. */
  readonly chip?: boolean;
  /** Shows a chip that no longer matters as plain gray text. */
  readonly quiet?: (row: R) => boolean;
  /** Small and gray, for a generated number. */
  readonly minor?: boolean;
  /** Adds a filter with the choices and these groups. */
  readonly filter?: readonly FilterGroup[];
  /** Replaces the default cell of the field's type. */
  readonly render?: (row: R, dates: DateForms) => ReactNode;
  /** Replaces the default sort value of the field's type. */
  readonly sortBy?: (row: R) => FieldValue;
}

export interface ResourceFormProps<R> {
  readonly draft: R;
  /** Null until the record is saved. */
  readonly localId: string | null;
  /** The record as on the device; null for a new one. */
  readonly saved: Partial<R> | null;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<R>) => void;
}

/** A date that a list can be filtered by. */
export interface DateFilter<R> {
  readonly field: keyof R & string;
  /** 'Scheduled'. */
  readonly label: string;
  /** Label for dates before today in records that are still open: 'Overdue'. */
  readonly late?: string;
  /** Values of `status` at which nothing is overdue. Default: those at which the work is over. */
  readonly over?: readonly string[];
}

export interface FactsProps<R> {
  readonly record: R;
  readonly localId: string;
}

export interface ImportDialogProps {
  /** Id of the import to continue; null starts with a file. */
  readonly going: string | null;
  readonly onClose: () => void;
  /** Called with true while records are made or deleted step by step, and with false afterwards. */
  readonly onBusy?: ((isBusy: boolean) => void) | undefined;
}

export interface ImportNoticeProps {
  /** Continues the import with this id. */
  readonly onGoOn: (id: string) => void;
}

/** The looks of one kind of record: lists, dialogs and record screens read it beside the spec. */
export interface ResourceView<R extends Fields = Fields> {
  readonly resource: ResourceName;
  /** Address of the list, such as '/customers'. */
  readonly path: string;
  readonly columns: readonly ResourceColumn<R>[];
  /** At most one for each field. */
  readonly dates?: readonly DateFilter<R>[];
  /**
   * The menu opens the list with this query until the user filters or sorts it, and then with the user's last
   * choice. Absent: always without a query.
   */
  readonly opening?: string;
  /** A line below the name in the list. */
  readonly beneath?: {
    /** The kind whose names the line contains. */
    readonly of: ResourceName;
    readonly text: (row: R, nameOf: NameOf) => string;
  };
  /** A decorative picture before the name. */
  readonly picture?: (row: R) => ReactNode;
  /** The amount that a list of related records adds up. */
  readonly amount?: keyof R & string;
  /** The fields of the form. A lazy chunk. */
  readonly Form: ComponentType<ResourceFormProps<R>>;
  /** The facts below the title of a record's screen. A lazy chunk. */
  readonly Facts: ComponentType<FactsProps<R>>;
  /** The printed document. */
  readonly paper: PaperPart<Omit<PaperProps<R>, 'wishes'>>;
  /** Asked before printing. */
  readonly asksFor?: readonly PaperWish[];
  /** The import of a file, if this kind has one. Lazy chunks. */
  readonly importing?: {
    readonly Dialog: ComponentType<ImportDialogProps>;
    readonly Notice: ComponentType<ImportNoticeProps>;
  };
  /** Describes a refused save in lines. Default: the shared wording. */
  readonly describeSaveError?: (refusal: ServerRefusal, labelOf: LabelOf) => readonly string[];
}

/** Erases the record type: shared code passes each view records of its own kind only. */
export function asResourceView<R extends Fields>(view: ResourceView<R>): ResourceView {
  return view as unknown as ResourceView;
}

export type ResourceViews = Readonly<Record<ResourceName, ResourceView>>;

/** Provided by the app, so that screens can use the forms and wording of other kinds. */
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
