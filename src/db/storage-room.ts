/** Whether the device took what was last written: a device that is full cannot keep in a row that it is. */
export type Room = 'left' | 'none';

/** The same for every screen of this tab, for `useSyncExternalStore`. */
export class StorageRoom {
  readonly #listeners = new Set<() => void>();
  #room: Room = 'left';

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): Room => this.#room;

  note(room: Room): void {
    if (room === this.#room) return;
    this.#room = room;
    for (const listener of this.#listeners) listener();
  }
}
