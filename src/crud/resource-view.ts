import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react';
import type { DateForms } from '../domain/plain-date.ts';
import type { Fields, FieldValue, RecordKind, ResourceName } from '../domain/resource-spec.ts';
import { isListed, specOf } from '../domain/resource-specs.ts';
import type { LabelOf } from '../domain/server-message.ts';
import type { ServerRefusal } from '../outbox/mutation.ts';
import type { PaperPart, PaperProps, PaperWish } from './paper/print-button.tsx';

interface FilterGroup {
  readonly label: string;
  readonly values: readonly string[];
}

export type NameOf = (resource: ResourceName, id: string | null) => string;

export interface Known {
  readonly nameOf: NameOf;
  readonly dates: DateForms;
}

/** A column of the table. Cards and record screens show it too. */
export interface ResourceColumn<R> {
  readonly field: keyof R & string;
  readonly header: string;
  /** The CSS size of the column's grid track. */
  readonly width: string;
  /** Links the record's name to the record. Exactly one column is the heading. */
  readonly heading?: boolean;
  readonly oneLine?: boolean;
  /** Shown in a card's last row, beside other short values. */
  readonly short?: boolean;
  readonly chip?: boolean;
  /** Shows the chip as plain gray text. */
  readonly quiet?: (row: R) => boolean;
  /**
   * Shows a generated number small, gray and monospace. A narrow cell shows the end of the number, which differs most.
   */
  readonly machine?: boolean;
  /** Adds a filter with the field's choices and these groups. */
  readonly filter?: readonly FilterGroup[];
  readonly render?: (row: R, dates: DateForms) => ReactNode;
  /** The value of a cell that shows more than its field. Blank if the cell is. */
  readonly sortBy?: (row: R) => FieldValue;
}

export interface ResourceFormProps<R> {
  readonly draft: R;
  /** Null until saved. */
  readonly localId: string | null;
  /** Null for a new record. */
  readonly saved: Partial<R> | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<R>) => void;
}

export interface DateFilter<R> {
  readonly field: keyof R & string;
  readonly label: string;
  /** Label for past dates of open records: 'Overdue'. */
  readonly late?: string;
  /** Records with these statuses are never overdue. Default: the spec's `closed`. */
  readonly over?: readonly string[];
}

/** A button that sets the record's status. */
export interface StatusStep {
  readonly status: string;
  readonly label: string;
}

export interface StatusQuestionProps {
  /** The result of `readable`. */
  readonly fields: Fields;
  readonly onBack: () => void;
  /** Called at once if there is nothing to ask. */
  readonly onGoOn: () => void;
}

export interface FactsProps<R> {
  readonly record: R;
  readonly localId: string;
}

export interface ImportDialogProps {
  /** The import to continue. Null starts a new one. */
  readonly going: string | null;
  readonly onClose: () => void;
  /** True while the import is creating or deleting records. */
  readonly onBusy?: ((isBusy: boolean) => void) | undefined;
}

export interface ImportNoticeProps {
  readonly onGoOn: (id: string) => void;
}

/** Describes how one kind of record is shown: its list, form, screen and paper. */
export interface ResourceView<R extends Fields = Fields> {
  readonly resource: ResourceName;
  /** '/customers' */
  readonly path: string;
  readonly columns: readonly ResourceColumn<R>[];
  /** At most one for each field. */
  readonly dates?: readonly DateFilter<R>[];
  /**
   * The menu first opens the list with this query, and later with the user's last filters and sort. Default: no query.
   */
  readonly opening?: string;
  /** Another screen of the same records. */
  readonly otherView?: { readonly path: string; readonly label: string };
  /** A line below the name, or below another column of the table. */
  readonly beneath?: {
    readonly of: ResourceName;
    readonly at?: keyof R & string;
    readonly text: (row: R, nameOf: NameOf) => string;
  };
  readonly picture?: (row: R) => ReactNode;
  /** The number that people use to refer to the record. */
  readonly number?: keyof R & string;
  /** Lists of related records show the sum of this field. */
  readonly amount?: keyof R & string;
  /** The amount or date beside the status on the record's screen. */
  readonly headline?: keyof R & string;
  /** The first step is a button on the record's screen, the others are in the screen's menu. */
  readonly nextSteps?: (row: R) => readonly StatusStep[];
  /** A question before this status is set outside the form. A lazy chunk. */
  readonly asksBefore?: { readonly status: string; readonly Question: ComponentType<StatusQuestionProps> };
  /** A lazy chunk. */
  readonly Form: ComponentType<ResourceFormProps<R>>;
  /** A lazy chunk. */
  readonly Facts: ComponentType<FactsProps<R>>;
  readonly paper: PaperPart<Omit<PaperProps<R>, 'wishes'>>;
  readonly asksFor?: readonly PaperWish[];
  /** Customers sign documents of this kind. */
  readonly papers?: boolean;
  /** Lazy chunks. */
  readonly importing?: {
    readonly Dialog: ComponentType<ImportDialogProps>;
    readonly Notice: ComponentType<ImportNoticeProps>;
  };
  /** Default: the shared wording. */
  readonly describeSaveError?: (refusal: ServerRefusal, labelOf: LabelOf) => readonly string[];
}

/** Erases the record type. Shared code passes a view only records of its own kind. */
export function asResourceView<R extends Fields>(view: ResourceView<R>): ResourceView {
  return view as unknown as ResourceView;
}

/** Returns the statuses at which no record is late for this date. */
export function overStatuses(
  { resource }: Pick<ResourceView, 'resource'>,
  { over }: Pick<DateFilter<Fields>, 'over'>,
): readonly string[] {
  return over ?? specOf(resource).closed ?? [];
}

export type ResourceViews = Readonly<Record<ResourceName, ResourceView>>;

export const ResourceViewsContext = createContext<ResourceViews | null>(null);

/** Returns undefined for a kind without a list of its own. */
export function useResourceView(resource: ResourceName): ResourceView;
export function useResourceView(resource: RecordKind): ResourceView | undefined;
export function useResourceView(resource: RecordKind): ResourceView | undefined {
  const views = useViews();
  return isListed(resource) ? views[resource] : undefined;
}

export function useAllResourceViews(): readonly ResourceView[] {
  const views = useViews();
  return useMemo(() => Object.values(views), [views]);
}

function useViews(): ResourceViews {
  const views = useContext(ResourceViewsContext);
  if (!views) throw new Error('Resource views can be read only inside the app.');
  return views;
}

/**
 * Returns a grid track that fits its longest word (`word` em) even in a narrow table, and takes `share` of the space
 * left.
 */
export function column(word: number | string, share = 0): string {
  const least = `calc(${word} * 1em + 2 * var(--gap))`;
  return share > 0 ? `minmax(${least}, ${share}fr)` : least;
}

/** In rem, because chips do not grow with the table's text. */
export const CHIP = 'calc(6.875rem + 2 * var(--gap))';
export const PRIORITY = 'calc(4.875rem + 2 * var(--gap))';
