import { zonedTime } from '../../domain/day/zoned-time.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { createStore } from '../../domain/ports.ts';
import { hashOf } from '../../domain/sha256.ts';
import { photoNotice } from '../../files/photo-notice.ts';
import { createPhotoPreparer, type PreparePhoto } from '../../files/photo-preparer.ts';
import { ReadAhead } from '../../files/read-ahead.ts';
import { BrokenLaneError } from '../../outbox/mutation.ts';
import { readSettings } from '../../records/company-settings.ts';
import { readPhotoSize } from '../../records/photo-notes.ts';
import { keepChosenPhoto, keepPhoto } from '../../records/photos.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { DeviceFullError, LoggedOutSaveError, NotSavedError } from '../../records/save-transaction.ts';
import { forgetTaking, holdTakingLock, noteTaking, type Taking } from '../../records/taking.ts';
import { type PhotoParent, parentField } from '../../records/use-photos.ts';
import { intakeWords } from '../../words/photo-screens.ts';

/** Servers refuse longer ones. In characters. */
const NAME_MAX = 200;

/** Half of a character beyond the BMP, such as an emoji, would be no text that a server can store. */
function shortened(name: string): string {
  return name.slice(0, NAME_MAX).replace(/[\ud800-\udbff]$/, '');
}

export interface Choice {
  readonly room: string;
  readonly label: string;
}

export interface IntakeState {
  /** Photos chosen or taken since all were kept the last time. */
  readonly all: number;
  readonly kept: number;
  /** Since the app started. */
  readonly keptEver: number;
  /** For each photo that was chosen again, so that none was added, the local id of its record. */
  readonly here: readonly string[];
  readonly failed: number;
  /** Chosen photos that do not fit into the memory yet. */
  readonly unread: number;
  /** What the user should know about some that were kept. */
  readonly said: readonly { readonly record: string; readonly words: string }[];
  /** Why photos were not kept, until the user dismisses it: such a photo may exist nowhere else. */
  readonly unkept: readonly string[];
  /** Photos from a camera that this device could not store, in memory until the user tries again or dismisses them. */
  readonly unsaved: number;
}

const NOTHING: IntakeState = {
  all: 0,
  kept: 0,
  keptEver: 0,
  here: [],
  failed: 0,
  unread: 0,
  said: [],
  unkept: [],
  unsaved: 0,
};

export function isTaking({ all, kept, failed }: IntakeState): boolean {
  return all > kept + failed;
}

/** Returns true while the end of the page would lose photos. */
export function wouldLosePhotos(state: IntakeState): boolean {
  return isTaking(state) || state.unsaved > 0;
}

interface Batch extends Choice {
  readonly parent: PhotoParent;
  readonly source: Taking['source'];
  /** Signs photos if the settings have no name. */
  readonly username: string;
}

interface Chosen extends ReturnType<ReadAhead['hold']> {
  readonly name: string | null;
  /** Device time in ms, for a photo that does not say when it was taken. */
  readonly at: number;
}

interface Unsaved {
  readonly tryAgain: () => Promise<void>;
  readonly drop: () => void;
}

/**
 * Prepares and keeps photos in the order in which they were taken, even after the user has left the screen. A photo is
 * counted as kept once it is on the disk.
 */
export class PhotoIntake {
  readonly state = createStore<IntakeState>(NOTHING);
  readonly #services: RecordServices;
  readonly #prepare: PreparePhoto;
  readonly #page: string;
  readonly #ahead = new ReadAhead();
  #unsaved: readonly Unsaved[] = [];
  #screens = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(services: RecordServices, prepare: PreparePhoto) {
    this.#services = services;
    this.#prepare = prepare;
    this.#page = uuidv7(services.clock.now(), services.random);
    holdTakingLock(services, this.#page);
  }

  /** Called by a screen that shows `unkept`, which then says no longer elsewhere what was not kept. */
  readonly watch = (): (() => void) => {
    this.#screens += 1;
    this.#services.unkeptPhotos.set([]);
    return () => {
      this.#screens -= 1;
      this.#tellElsewhere();
    };
  };

  /** The user has read what was not kept. */
  readonly dismiss = (): void => {
    this.#services.unkeptPhotos.set([]);
    this.#change((state) => ({ ...state, unkept: [] }));
    this.#tellElsewhere();
  };

  /** The user throws away the photos that this device could not store. */
  readonly giveUp = (): void => {
    for (const { drop } of this.#unsaved) drop();
    this.#unsaved = [];
    this.#change((state) => ({ ...state, unsaved: 0 }));
    this.dismiss();
  };

  /** Stores photos that this device could not store before. */
  readonly tryAgain = (): void => {
    const again = this.#unsaved;
    this.#unsaved = [];
    this.#services.unkeptPhotos.set([]);
    this.#change((state) => ({ ...state, unkept: [], unsaved: 0 }));
    this.#queue(again.map(({ tryAgain }) => tryAgain));
  };

  /** Says on whatever screen the user is, until it is read, that a photo was not kept. */
  readonly tell = (words: string): void => {
    this.#change(({ unkept, ...state }) => ({ ...state, unkept: [...new Set([...unkept, words])] }));
    const { unkeptPhotos } = this.#services;
    if (this.#screens === 0) unkeptPhotos.set([...new Set([...unkeptPhotos.getSnapshot(), words])]);
  };

  /** Call this before the camera or the gallery opens. In the app's camera, for each press. */
  open(batch: Batch): OpenBatch {
    const id = uuidv7(this.#services.clock.now(), this.#services.random);
    const { resource, localId } = batch.parent;
    const taking = { page: this.#page, resource, localId, source: batch.source };
    const note = (count: number | null): Promise<void> =>
      noteTaking(this.#services, id, { ...taking, count });
    const forget = (): Promise<void> => forgetTaking(this.#services, id);
    void note(batch.source === 'page' ? 1 : null);
    let left = 0;
    const one = async (chosen: Chosen): Promise<void> => {
      left -= 1;
      const end = await this.#keep(chosen, batch, { id, taking: { ...taking, count: left } });
      // The gallery still has its photos.
      if (end === 'unsaved' && batch.source !== 'gallery') {
        left += 1;
        this.#holdUnsaved({ tryAgain: () => one(chosen), drop: () => void drop(chosen) });
      } else if (end === 'kept') chosen.free();
      else await drop(chosen, 0);
    };
    const drop = async (chosen: Chosen, gone = 1): Promise<void> => {
      left -= gone;
      chosen.free();
      await (left > 0 ? note(left) : forget());
    };
    return {
      take: (files) => {
        left += files.length;
        if (left === 0) return void forget();
        void note(left);
        const chosen = files.map((file) => this.#choose(file, batch.source));
        this.#queue(chosen.map((photo) => () => one(photo)));
      },
      cancel: () => void forget(),
    };
  }

  #queue(photos: readonly (() => Promise<void>)[]): void {
    this.#change((state) => {
      const { keptEver, unkept, unsaved } = state;
      const begun = isTaking(state) ? state : { ...NOTHING, keptEver, unkept, unsaved };
      return { ...begun, all: begun.all + photos.length };
    });
    for (const keep of photos) this.#last = this.#last.then(keep);
    this.#holdAccount(this.#last);
  }

  #holdUnsaved(photo: Unsaved): void {
    this.#unsaved = [...this.#unsaved, photo];
    this.#change((state) => ({ ...state, unsaved: this.#unsaved.length }));
    this.#tellElsewhere();
  }

  #tellElsewhere(): void {
    if (this.#screens > 0 || this.#unsaved.length === 0) return;
    const { unkept } = this.state.getSnapshot();
    this.#services.unkeptPhotos.set([...unkept, intakeWords.unsaved({ count: this.#unsaved.length })]);
  }

  #choose(file: Blob, source: Taking['source']): Chosen {
    const now = this.#services.clock.now();
    const name = file instanceof File ? file.name : null;
    const at = source === 'gallery' && file instanceof File ? file.lastModified || now : now;
    // What the camera in the app took is in memory already.
    const held =
      source === 'page' ? { copy: Promise.resolve(file), free: () => undefined } : this.#ahead.hold(file);
    return { ...held, name, at };
  }

  #holdAccount(work: Promise<void>): void {
    const { photosUnderWay } = this.#services;
    photosUnderWay.add(work);
    void work.then(() => photosUnderWay.delete(work));
  }

  /** Never rejects. */
  async #keep(
    chosen: Chosen,
    { parent, source, username, room, label }: Batch,
    note: Parameters<typeof keepPhoto>[2],
  ): Promise<'kept' | 'refused' | 'unsaved'> {
    const { log } = this.#services;
    const record = parent.localId;
    const name = chosen.name ?? intakeWords.newPhoto;
    try {
      const size = await readPhotoSize(this.#services);
      const { myName } = await readSettings(this.#services);
      const copy = await chosen.copy;
      const outcome = await this.#prepare(copy, size);
      const notice = photoNotice(name, outcome);
      if (outcome.outcome === 'refused') {
        this.#fail(notice ?? intakeWords.notKept({ file: name }));
        return 'refused';
      }
      const { photo } = outcome;
      const kept = {
        file: photo.file,
        thumb: photo.thumb,
        fields: {
          [parentField(parent.resource)]: parent.localId,
          room: room.trim(),
          label,
          name: shortened(chosen.name ?? ''),
          taken_at: photo.takenAt ?? zonedTime(chosen.at),
          taken_by: myName.trim() || username,
          ...photo.place,
        },
      };
      const receipt =
        source === 'gallery'
          ? await keepChosenPhoto(this.#services, { ...kept, source: await this.#hash(copy) }, note)
          : await keepPhoto(this.#services, kept, note);
      const isNew = receipt !== null;
      this.#change((state) => ({
        ...state,
        kept: state.kept + 1,
        keptEver: state.keptEver + (isNew ? 1 : 0),
        here: isNew ? state.here : [...state.here, record],
        said: isNew && notice !== null ? [...state.said, { record, words: notice }] : state.said,
      }));
      return 'kept';
    } catch (error) {
      if (!(error instanceof NotSavedError)) log.error('a photo was not kept', error);
      if (error instanceof DeviceFullError) this.#fail(error.message);
      else if (source === 'gallery') this.#fail(intakeWords.chooseAgain({ file: name }));
      else this.#fail(lastingReason(error));
      return 'unsaved';
    }
  }

  async #hash(copy: Blob): Promise<string> {
    return hashOf(this.#services, await copy.arrayBuffer());
  }

  #fail(words: string | null): void {
    this.#change((state) => ({ ...state, failed: state.failed + 1 }));
    if (words !== null) this.tell(words);
  }

  #change(how: (state: IntakeState) => IntakeState): void {
    this.state.set({ ...how(this.state.getSnapshot()), unread: this.#ahead.waiting });
  }
}

/**
 * Null if another try may help, such as once the storage answers. `NotSavedError` asks for a reload after a fault, which
 * would lose the photo.
 */
function lastingReason(error: unknown): string | null {
  if (error instanceof LoggedOutSaveError) return error.message;
  const isFault = !(error instanceof NotSavedError) || error.cause instanceof BrokenLaneError;
  return isFault ? intakeWords.appFault : null;
}

export interface OpenBatch {
  readonly take: (files: readonly Blob[]) => void;
  /** Nothing was chosen. */
  readonly cancel: () => void;
}

const intakes = new WeakMap<RecordServices, PhotoIntake>();

/** One for all screens, so that two never prepare photos at once. */
export function intakeOf(services: RecordServices): PhotoIntake {
  const intake = intakes.get(services) ?? new PhotoIntake(services, createPhotoPreparer(services));
  intakes.set(services, intake);
  return intake;
}
