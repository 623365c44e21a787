import { CheckContext } from './check-context.ts';
import { ALL_CHECKS } from './checks/all-checks.ts';
import { Client, type Machine } from './client.ts';
import type { Options } from './options.ts';
import { reportAsJson, reportInWords } from './report.ts';
import { conforms, type Run, runChecks } from './run-checks.ts';
import { Session } from './session.ts';

export interface Surroundings {
  readonly machine: Machine;
  /** In ms since 1970. */
  readonly today: number;
  readonly stop: AbortSignal;
  /** Called with each heading before its checks run. */
  readonly tell: (theme: string) => void;
}

export interface Conformance {
  readonly run: Run;
  readonly report: string;
  /** 0 if the app can be used with the server. */
  readonly exitCode: 0 | 1;
}

export async function checkServer(
  options: Options,
  password: string,
  { machine, today, stop, tell }: Surroundings,
): Promise<Conformance> {
  const { url, username, origin, mostPages, fillPages, pauseMs } = options;
  const client = new Client({ baseUrl: url, pauseMs, machine, stop });
  const session = new Session(client, { username, password });
  const context = new CheckContext({ session, machine, now: today, url, origin, mostPages, fillPages });
  const checks = ALL_CHECKS.filter(({ id }) => id.includes(options.only));
  const run = await runChecks(context, checks, tell);
  const subject = { url, username, origin };
  const report = options.json ? reportAsJson(run, subject) : reportInWords(run, subject);
  return { run, report, exitCode: conforms(run) ? 0 : 1 };
}
