import type { Databases } from '../db/app-database.ts';
import type { LiveCollection } from '../db/live-collection.ts';
import type { Clock, Random } from '../domain/ports.ts';
import type { ResourceName } from '../domain/resource-spec.ts';

/** What commands and queries need of the signed-in account. They live and end with it. */
export interface RecordServices {
  readonly db: Databases;
  /** Key of the account; stands on every mutation it makes. */
  readonly account: string;
  readonly collections: Readonly<Record<ResourceName, LiveCollection>>;
  readonly clock: Clock;
  readonly random: Random;
  /** Called after a change was saved. */
  onSaved(): void;
}
