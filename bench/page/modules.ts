import { fill } from './account.ts';
import { bulkLoad } from './bulk-load.ts';
import { findTimes, wrongFinds } from './find.ts';
import { rawCommit, save } from './save.ts';
import { joinedKeystrokes, keystrokes, wrongSearches } from './search.ts';

const functions = {
  fill: (count: number) => fill(count),
  bulkLoad,
  keystrokes,
  joinedKeystrokes,
  wrongSearches,
  findTimes,
  wrongFinds,
  save,
  rawCommit,
};

/** The functions that bench/modules calls by name. */
export type ModuleFunctions = typeof functions;

Object.assign(globalThis, { bench: functions });
