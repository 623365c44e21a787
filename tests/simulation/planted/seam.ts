import type * as appServices from '../../../src/app/boot/app-services.ts';
import type * as refreshOnce from '../../../src/auth/refresh-once.ts';
import type * as fileStore from '../../../src/db/file-store.ts';
import type * as laneStore from '../../../src/db/lane-store.ts';
import type * as mirrorAndOutbox from '../../../src/db/mirror-and-outbox.ts';
import type * as dbOwner from '../../../src/db/owner.ts';
import type * as secondRows from '../../../src/db/second-rows.ts';
import type * as fieldChanges from '../../../src/domain/field-changes.ts';
import type * as attempt from '../../../src/outbox/attempt.ts';
import type * as confirm from '../../../src/outbox/confirm.ts';
import type * as dependencies from '../../../src/outbox/dependencies.ts';
import type * as history from '../../../src/outbox/history.ts';
import type * as lane from '../../../src/outbox/lane.ts';
import type * as matchCreate from '../../../src/outbox/match-create.ts';
import type * as mergeFields from '../../../src/outbox/merge/merge-fields.ts';
import type * as mergeText from '../../../src/outbox/merge/merge-text.ts';
import type * as mirrorRecord from '../../../src/outbox/mirror-record.ts';
import type * as retryPolicy from '../../../src/outbox/retry-policy.ts';
import type * as saved from '../../../src/outbox/saved.ts';
import type * as syncState from '../../../src/outbox/sync-state.ts';
import type * as undone from '../../../src/outbox/undone.ts';
import type * as photos from '../../../src/records/photos.ts';
import type * as contact from '../../../src/sync/engine/contact.ts';
import type * as observer from '../../../src/sync/engine/observer.ts';
import type * as syncEngine from '../../../src/sync/engine/sync-engine.ts';
import type * as evict from '../../../src/sync/files/evict.ts';
import type * as waitingFiles from '../../../src/sync/files/waiting-files.ts';
import type * as poll from '../../../src/sync/poll.ts';
import type * as absence from '../../../src/sync/pull/absence.ts';
import type * as mergePage from '../../../src/sync/pull/merge-page.ts';
import type * as pullState from '../../../src/sync/pull/pull-state.ts';
import type * as sweep from '../../../src/sync/pull/sweep.ts';
import type * as classifyAnswer from '../../../src/sync/push/classify-answer.ts';
import type * as pushTransactions from '../../../src/sync/push/push-transactions.ts';
import type * as waitingForReferences from '../../../src/sync/push/waiting-for-references.ts';
import type { SyncContext } from '../../../src/sync/sync-context.ts';
import type * as memoryCompany from '../../memory-server/company.ts';
import type * as shelf from '../../memory-server/files.ts';

/**
 * The modules in which bugs are planted. Imported only for their types, because a bug is bundled into its module and
 * would be loaded before that module's imports.
 */
interface Modules {
  'src/app/boot/app-services.ts': typeof appServices;
  'src/auth/refresh-once.ts': typeof refreshOnce;
  'src/db/file-store.ts': typeof fileStore;
  'src/db/lane-store.ts': typeof laneStore;
  'src/db/mirror-and-outbox.ts': typeof mirrorAndOutbox;
  'src/db/owner.ts': typeof dbOwner;
  'src/db/second-rows.ts': typeof secondRows;
  'src/outbox/attempt.ts': typeof attempt;
  'src/domain/field-changes.ts': typeof fieldChanges;
  'src/outbox/saved.ts': typeof saved;
  'src/sync/push/classify-answer.ts': typeof classifyAnswer;
  'src/outbox/confirm.ts': typeof confirm;
  'src/outbox/mirror-record.ts': typeof mirrorRecord;
  'src/outbox/history.ts': typeof history;
  'src/outbox/lane.ts': typeof lane;
  'src/outbox/match-create.ts': typeof matchCreate;
  'src/outbox/merge/merge-fields.ts': typeof mergeFields;
  'src/outbox/merge/merge-text.ts': typeof mergeText;
  'src/outbox/dependencies.ts': typeof dependencies;
  'src/outbox/retry-policy.ts': typeof retryPolicy;
  'src/outbox/sync-state.ts': typeof syncState;
  'src/outbox/undone.ts': typeof undone;
  'src/sync/pull/absence.ts': typeof absence;
  'src/sync/pull/merge-page.ts': typeof mergePage;
  'src/sync/engine/observer.ts': typeof observer;
  'src/sync/engine/contact.ts': typeof contact;
  'src/sync/pull/pull-state.ts': typeof pullState;
  'src/sync/push/waiting-for-references.ts': typeof waitingForReferences;
  'src/sync/push/push-transactions.ts': typeof pushTransactions;
  'src/sync/poll.ts': typeof poll;
  'src/sync/pull/sweep.ts': typeof sweep;
  'src/sync/engine/sync-engine.ts': typeof syncEngine;
  'src/sync/files/evict.ts': typeof evict;
  'src/sync/files/waiting-files.ts': typeof waitingFiles;
  'src/records/photos.ts': typeof photos;
  'tests/memory-server/company.ts': typeof memoryCompany;
  'tests/memory-server/files.ts': typeof shelf;
}

/** The place of a bug: an export that is replaced. */
export interface Seam {
  readonly module: string;
  readonly export: string;
  /** Returns the replacement of `original`. */
  readonly instead: (original: never) => unknown;
}

/** A mistake that the simulation must find. */
export interface PlantedBug {
  readonly name: string;
  readonly seams: readonly Seam[];
}

/** Makes every write skip the wait for the disk. */
export function relaxedOnly(context: SyncContext): SyncContext {
  const { db } = context;
  return { ...context, db: { ...db, strict: db.relaxed } };
}

/** Widens the type of a constant, which is its value. */
type Widened<T> = T extends number ? number : T;

export function seam<Module extends keyof Modules, Name extends keyof Modules[Module] & string>(
  module: Module,
  name: Name,
  instead: (original: Modules[Module][Name]) => Widened<Modules[Module][Name]>,
): Seam {
  return { module, export: name, instead };
}

export function bug(name: string, ...seams: readonly Seam[]): PlantedBug {
  return { name, seams };
}
