import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the heap in use after garbage collection, in bytes. */
export function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
