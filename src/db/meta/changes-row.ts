/** How many commits there have been that a tab must not miss; see `note-writes.ts`. */
export interface ChangesRow {
  readonly key: 'changes';
  readonly n: number;
}
