import { type Check, fails, OK } from '../check.ts';
import type { CheckContext } from '../check-context.ts';

/** The app's timeout. */
const PATIENCE_MS = 10_000;
/** How long a dialog waits for the answer to its save. */
const DIALOG_MS = 2_500;

/** These checks judge all earlier requests. */
export const speedChecks: readonly Check[] = [
  {
    id: 'speed.timeout',
    theme: 'Speed',
    level: 'MUST',
    asks: 'Every answer comes within 10 s.',
    otherwise:
      'The app gives up such a request, finds out whether it was carried out, and tries again with a longer time limit.',
    run: async (context) => within(context, PATIENCE_MS),
  },
  {
    id: 'speed.dialog',
    theme: 'Speed',
    level: 'SHOULD',
    asks: 'Every answer comes within 2.5 s.',
    otherwise:
      'A dialog closes before the server has answered, and the record is shown as waiting for a while.',
    run: async (context) => within(context, DIALOG_MS),
  },
];

async function within({ session }: CheckContext, most: number) {
  // Ensures at least one request.
  await session.tokens();
  const { line, ms } = session.client.slowest;
  return ms <= most ? OK : fails(`${line} took ${(ms / 1000).toFixed(1)} s`);
}
