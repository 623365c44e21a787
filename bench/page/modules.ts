import { fill } from './account.ts';
import { bulkLoad } from './bulk-load.ts';
import { mountList, mountPlainRows } from './list-mount.tsx';
import { firstRows, rawFirstRows, rawWholeMirror, wholeMirror } from './reading.ts';
import { idealDelta, refresh } from './refresh.ts';
import { rawCommit, save } from './save.ts';
import { joinedKeystrokes, keystrokes, wrongSearches } from './search.ts';

const functions = {
  fill: (count: number) => fill(count),
  bulkLoad,
  refresh,
  idealDelta,
  firstRows,
  rawFirstRows,
  wholeMirror,
  rawWholeMirror,
  keystrokes,
  joinedKeystrokes,
  wrongSearches,
  save,
  rawCommit,
  mountList,
  mountPlainRows,
};

/** What bench/modules calls, by name. */
export type ModuleFunctions = typeof functions;

Object.assign(globalThis, { bench: functions });
