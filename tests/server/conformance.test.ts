import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS, type Extension } from '../../server/config/extensions.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { check, failedIn, unseenIn } from '../support/backend/conformance.ts';
import { play, transcriptsIn } from '../support/backend/transcript.ts';
import { build, listen, type TestServer } from '../support/server/server.ts';

/** A companion server that listens for the tests of one group. */
function aCompanion(extensions: readonly Extension[]) {
  let server: TestServer | undefined;
  const at = { url: '', username: '', password: '', token: '' };

  beforeAll(async () => {
    server = await build({ extensions: new Set(extensions) });
    const { user, password, token } = await server.account('ann');
    Object.assign(at, { url: (await listen(server)).url, username: user.username, password, token });
  });

  afterAll(() => server?.close());

  return {
    at,
    account: (username: string) => server?.account(username),
    /** Rows of each kind. */
    counts: () =>
      Promise.all(
        RESOURCE_NAMES.map(async (name) => {
          const headers = { authorization: `Bearer ${at.token}` };
          const response = await fetch(at.url + specOf(name).path, { headers });
          return ((await response.json()) as { count: number }).count;
        }),
      ),
  };
}

describe.each<[string, readonly Extension[]]>([
  ['without extensions', []],
  ['with all of them', EXTENSIONS],
])('the companion server %s, by the conformance command', (_, extensions) => {
  const { at, account, counts } = aCompanion(extensions);

  it('keeps the plain contract, and every extension that it announces', async () => {
    const { url, username, password } = at;
    const result = await check({ url, username, fetch }, { password, sleep: (ms) => delay(ms) });
    // In tests its refresh tokens are good for a day.
    expect(failedIn(result)).toEqual(['auth.lasting']);
    expect(result.report).toContain('Found: it is valid for 1 day\n');
    expect(result.exitCode).toBe(0);
    expect(result.report).toContain('The app can be used with this server.');
    const isOffered = (id: string): boolean => extensions.some((name) => id.startsWith(`${name}.`));
    expect(result.run.features).toEqual(extensions);
    expect(unseenIn(result).filter(isOffered)).toEqual([]);
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  it('answers as the page for servers says, as far as it offers that', async () => {
    const offered = transcriptsIn(readFileSync('docs/your-own-server.md', 'utf8')).filter(
      // A server chooses what it announces.
      ({ features, text: said }) =>
        features.every((name) => extensions.some((known) => known === name)) && !said.includes('"features"'),
    );
    expect(offered.length).toBeGreaterThan(1);
    for (const [n, transcript] of offered.entries()) {
      const reader = await account(`reader-${n}`);
      const token = reader?.token ?? '';
      const said = transcript.text
        .replaceAll('"demo"', JSON.stringify(reader?.user.username))
        .replaceAll('"restoration"', JSON.stringify(reader?.password));
      const answered = await play({ ...transcript, text: said }, (path, init) => {
        const headers = {
          ...Object.fromEntries(new Headers(init.headers)),
          authorization: `Bearer ${token}`,
        };
        return fetch(at.url + path, { ...init, headers });
      });
      for (const { line, expected, actual } of answered) expect([line, actual]).toEqual([line, expected]);
    }
  });
});

describe('the conformance command', () => {
  const { at, counts } = aCompanion([]);

  function started(...words: readonly string[]) {
    const command = ['--import', 'tsx', 'conformance/main.ts', '--url', at.url, ...words];
    const child = spawn(process.execPath, command, {
      env: { ...process.env, CONFORMANCE_PASSWORD: at.password },
    });
    const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return { child, ended };
  }

  it('says what it has seen, called as a person calls it', async () => {
    const [[code], out] = await started('--username', 'ann', '--only', 'auth.', '--fast').ended;
    expect(code).toBe(0);
    expect(out).toContain(`Can Restoration CRM work with ${at.url}? Checked as ann.`);
    expect(out).toContain('What was checked holds.');
  });

  it('leaves the server as it was where somebody presses Ctrl-C', async () => {
    const { child, ended } = started('--username', 'ann', '--only', 'customers.');
    // Slow enough to be in the middle: four requests a second.
    while ((await counts())[0] === 0 && child.exitCode === null) await delay(50);
    // A terminal and npm both hand it on.
    child.kill('SIGINT');
    child.kill('SIGINT');
    const [[code], out, err] = await ended;
    expect(err).toContain('Stopping, and removing what was created.');
    expect(out).toContain('Stopped before the end');
    expect(code).toBe(1);
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  it('asks nothing where it was called wrongly', async () => {
    const [[code], out, err] = await started('--only', 'auth.').ended;
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('--username is missing.');
    expect(err).toContain('Usage: npm run conformance -- --url');
  });
});
