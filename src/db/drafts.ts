import type { Fields, ResourceName } from '../domain/resource-spec.ts';

/** What stands in an open form and is not saved: no mutation, never counted, never sent. */
export interface DraftRow {
  /** One for each open form; the name of its lock comes from it. */
  readonly id: string;
  readonly resource: ResourceName;
  /** The record that is edited; null for a new one. */
  readonly localId: string | null;
  /** The fields that the form began with: changes are counted from here. */
  readonly initial: Fields;
  readonly fields: Fields;
  /** Device time in ms at which the form was opened. */
  readonly startedAt: number;
}
