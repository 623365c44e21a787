import type { ReactNode } from 'react';
import type { ServerRefusal } from '../domain/mutation.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';

/** One fact of a record in its list. The first one names the record and leads to it. */
export interface ResourceColumn<R> {
  readonly field: keyof R & string;
  readonly header: string;
  /** Share of the table's width, in percent. All shares together leave 11 to 14 for the buttons. */
  readonly width: number;
  /** A table never breaks it: half a phone number is none. */
  readonly oneLine?: boolean;
  /** Stands in the last row of a phone's card, beside other short facts. Blank facts are left out there. */
  readonly short?: boolean;
  /** What stands in the cell; the field's text where it is absent. '-' is shown for a blank field. */
  readonly render?: (row: R) => ReactNode;
}

export interface ResourceFormProps<R> {
  readonly draft: R;
  /** What the server said about single fields, by field name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<R>) => void;
}

/** How one kind of record looks: all that lists and dialogs need beside its spec. */
export interface ResourceView<R extends Fields = Fields> {
  readonly resource: ResourceName;
  /** Where its list is: '/customers'. A record is below it. */
  readonly path: string;
  readonly columns: readonly ResourceColumn<R>[];
  /** A picture of the record before its name in the list, for the eye only. */
  readonly picture?: (row: R) => ReactNode;
  readonly Form: (props: ResourceFormProps<R>) => ReactNode;
  /** Wording of a refused save, a line each; the shared wording where it is absent. */
  readonly describeSaveError?: (refusal: ServerRefusal) => readonly string[];
}

/** Hides which kind of record a view draws: the shared code hands it records of that kind only. */
export function asResourceView<R extends Fields>(view: ResourceView<R>): ResourceView {
  return view as unknown as ResourceView;
}
