import { createContext, useContext } from 'react';
import type { Databases } from '../db/app-database.ts';
import type { LiveCollection } from '../db/live-collection.ts';
import type { StorageWatch } from '../db/storage-watch.ts';
import type { Clock, Locks, Log, PageLife, Random } from '../domain/ports.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { Store } from '../domain/store.ts';
import type { LeftForms } from './drafts/left-forms.ts';
import type { SaveNote } from './undo/undo-save.ts';

/** How much room the app takes on this device. */
export interface StorageUse {
  /** In bytes, about. */
  readonly used: number;
  /** Bytes that the browser would let it have. */
  readonly room: number;
  /** The browser has promised not to remove it when space runs short. */
  readonly promised: boolean;
}

/** What commands and queries need of the signed-in account. They live and end with it. */
export interface RecordServices {
  readonly db: Databases;
  /** Key of the account; stands on every mutation it makes. */
  readonly account: string;
  readonly collections: Readonly<Record<ResourceName, LiveCollection>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'error'>;
  readonly locks: Locks;
  readonly page: PageLife;
  /** Whether the device's storage answers, for `useSyncExternalStore`. */
  readonly storageHealth: Pick<StorageWatch, 'subscribe' | 'getSnapshot'>;
  /** Whether the last save found room on the device. */
  readonly storageRoom: Store<'left' | 'none'>;
  /** What was saved last in this tab. */
  readonly lastSave: Store<SaveNote | null>;
  /** What stood in the forms of the page before, and stands in those of this one. */
  readonly leftForms: LeftForms;
  /** Null where the browser does not tell. */
  storageUse(): Promise<StorageUse | null>;
  /** Called where the device's storage did not take a decision. */
  onNotSaved(): void;
  /** Called after a change was saved. */
  onSaved(): void;
}

/** Filled by the app for as long as somebody is signed in. */
export const RecordsContext = createContext<RecordServices | null>(null);

export function useRecordServices(): RecordServices {
  const services = useContext(RecordsContext);
  if (!services) throw new Error('Records are read outside of a signed-in account.');
  return services;
}
