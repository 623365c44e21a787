import type { ComponentType } from 'react';
import type { ResourceName } from '../../domain/resource-spec.ts';
import type { RecordAnswer } from '../../records/find/use-find.ts';

type Icon = ComponentType<{ readonly size: number; readonly 'aria-hidden': true }>;

type Hit = RecordAnswer['kinds'][number]['hits'][number];

export interface FoundOption extends Pick<Hit, 'row' | 'fact'> {
  readonly resource: ResourceName;
}

/** A choice in Find: a record, or an action. */
export interface FindOption {
  readonly key: string;
  readonly label: string;
  readonly Icon: Icon;
  /** Given for a record that was found or opened lately. */
  readonly record?: FoundOption;
  /** Marks one of several choices. */
  readonly isChosen?: boolean;
  /** Where it leads: a path of the app, a number to call, a map. */
  readonly href?: string;
  /** Opens in another tab. */
  readonly isOutside?: boolean;
  /** Shows the hits of this kind alone. */
  readonly only?: ResourceName;
  /** Returns true if Find stays open. */
  readonly run?: () => boolean | Promise<boolean>;
}

export interface FindSection {
  readonly key: string;
  readonly label: string;
  readonly options: readonly FindOption[];
}
