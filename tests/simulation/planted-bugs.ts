import { ANSWER_BUGS } from './planted/answers.ts';
import { CHANGE_BUGS } from './planted/changes.ts';
import { FILE_BUGS } from './planted/files.ts';
import { PULL_BUGS } from './planted/pulls.ts';
import type { PlantedBug } from './planted/seam.ts';
import { SESSION_BUGS } from './planted/sessions.ts';
import { UNKNOWN_CREATE_BUGS } from './planted/unknown-creates.ts';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...CHANGE_BUGS,
  ...UNKNOWN_CREATE_BUGS,
  ...ANSWER_BUGS,
  ...PULL_BUGS,
  ...SESSION_BUGS,
  ...FILE_BUGS,
];

/** Returns the bug that a module exports in place of `original`. */
export function planted<T>(bug: string, module: string, name: string, original: T): T {
  const seams = PLANTED_BUGS.find((one) => one.name === bug)?.seams ?? [];
  const found = seams.find((seam) => seam.module === module && seam.export === name);
  if (!found) throw new Error(`'${bug}' is not planted in ${name} of ${module}.`);
  return (found.instead as (original: T) => T)(original);
}
