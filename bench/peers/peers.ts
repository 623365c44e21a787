import { pouchdbLoad } from './pouchdb.ts';
import { rxdbLoad } from './rxdb.ts';

const functions = { rxdbLoad, pouchdbLoad };

/** The functions that bench/modules calls by name. */
export type PeerFunctions = typeof functions;

Object.assign(globalThis, { bench: functions });
