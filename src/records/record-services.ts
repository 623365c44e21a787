/**
 * The entry point between the screens and the database. Next, read commands.ts (writing), use-records.ts (reading), and
 * the folders drafts, imports and undo. The hooks in this folder return undefined until loaded.
 */

import { createContext, useContext } from 'react';
import type { Databases } from '../db/app-database.ts';
import type { LiveCollection } from '../db/live-collection.ts';
import type { StorageWatch } from '../db/storage-watch.ts';
import type { Clock, Hashing, Locks, Log, PageLife, Random, Sealing, Store } from '../domain/ports.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { LeftForms } from './drafts/left-forms.ts';
import type { PhotoDevice } from './photo-device.ts';
import type { Readiness } from './ready/readiness.ts';
import type { LateNotes } from './rescue/late-notes.ts';
import type { RescueOwner } from './rescue/manifest.ts';
import type { SaveNote } from './undo/undo-save.ts';

export interface StorageUse {
  /** In bytes, approximately. */
  readonly used: number;
  /** In bytes. */
  readonly room: number;
  /** The browser promised not to evict the data. */
  readonly promised: boolean;
  /** Surely a private window. Other private windows look like usual ones. */
  readonly isPrivate?: boolean;
}

export interface RecordServices extends Hashing {
  readonly db: Databases;
  /** Stored in each mutation. */
  readonly account: string;
  readonly collections: Readonly<Record<ResourceName, LiveCollection>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'error'>;
  readonly locks: Locks;
  readonly page: PageLife;
  readonly storageHealth: Pick<StorageWatch, 'subscribe' | 'getSnapshot'>;
  /** 'none' after a save failed because the storage was full. */
  readonly storageRoom: Store<'left' | 'none'>;
  readonly lastSave: Store<SaveNote | null>;
  readonly leftForms: LeftForms;
  readonly photoDevice: PhotoDevice;
  /** Rejects if its code could not be loaded. */
  readiness(): Promise<Readiness>;
  /** Closing the account waits for these, whoever ended the session. None rejects. */
  readonly photosUnderWay: Set<Promise<void>>;
  /** Says which photos were not kept after the user had left their screen. */
  readonly unkeptPhotos: Store<readonly string[]>;
  storageUse(): Promise<StorageUse | null>;
  readonly lateNotes: LateNotes;
  /** The user whose changes the device has, as far as it knows. */
  owner(): Promise<RescueOwner>;
  /** Null if this device cannot encrypt. */
  sealing(): Promise<Sealing | null>;
  /** Called when a decision could not be stored. */
  onNotSaved(): void;
  onSaved(): void;
}

/** Null while no user is signed in. */
export const RecordsContext = createContext<RecordServices | null>(null);

export function useRecordServices(): RecordServices {
  const services = useContext(RecordsContext);
  if (!services) throw new Error('Records can be read only in a signed-in account.');
  return services;
}
