import { type Check, fails, type Outcome, skipped, Unavailable } from './check.ts';
import type { CheckContext } from './check-context.ts';
import { cleanUp, type LeftBehind } from './clean-up.ts';
import { Stopped } from './client.ts';

export interface Result {
  readonly check: Check;
  readonly outcome: Outcome;
}

export interface Run {
  readonly results: readonly Result[];
  readonly left: readonly LeftBehind[];
  readonly features: readonly string[];
  readonly requests: number;
  readonly slowestMs: number;
  readonly stopped: boolean;
}

/** Runs the checks and removes what they created, even after a stop or an error. */
export async function runChecks(
  context: CheckContext,
  checks: readonly Check[],
  tell: (theme: string) => void,
): Promise<Run> {
  const results: Result[] = [];
  let stopped = false;
  for (const [n, check] of checks.entries()) {
    if (check.theme !== checks[n - 1]?.theme && !stopped) tell(check.theme);
    const outcome: Outcome | null = stopped ? null : await outcomeOf(check, context);
    stopped = outcome === null;
    results.push({ check, outcome: outcome ?? skipped('the run was stopped before') });
  }
  tell('Removing what was created');
  context.session.client.ignoreStop();
  const left = await cleanUp(context);
  const features = await context.features().catch(() => new Set<string>());
  const { asked, slowest } = context.session.client;
  return { results, left, features: [...features], requests: asked, slowestMs: slowest.ms, stopped };
}

/** Returns null after a stop. An error in one check does not stop the other checks or the clean-up. */
async function outcomeOf(check: Check, context: CheckContext): Promise<Outcome | null> {
  try {
    return await check.run(context);
  } catch (error) {
    if (error instanceof Stopped) return null;
    if (error instanceof Unavailable) return skipped(error.message);
    return fails(`the check itself failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Requires every MUST and every announced extension. */
export function conforms({ results, stopped }: Run): boolean {
  return !stopped && brokenIn(results).length === 0;
}

export function brokenIn(results: readonly Result[]): readonly Result[] {
  return results.filter(({ check, outcome }) => outcome.is === 'fails' && check.level !== 'SHOULD');
}
