import { replay, sameCalls, signIn } from './replay.ts';

const functions = { signIn, replay, sameCalls };

/** What bench/modules calls, by name. */
export type ServicesFunctions = typeof functions;

Object.assign(globalThis, { bench: functions });
