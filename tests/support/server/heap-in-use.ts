import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this process holds on to, in bytes: what nobody refers to any more is collected first. */
export function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
