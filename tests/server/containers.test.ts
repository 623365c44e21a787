import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { JWT_SECRET } from '../support/server/server.ts';
import { preparedDataDir, runToEnd, startServer } from '../support/server/server-process.ts';

/** Simulates a container: its own process numbers, in which the server is the first. */
const CONTAINER = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** The same with a host name of its own. */
function containerCalled(host: string): readonly string[] {
  return [...CONTAINER, '--uts', 'sh', '-c', `hostname ${host} && exec "$@"`, 'sh'];
}

const makesContainers = spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0;
const PATIENCE = { timeout: 120_000 };

describe.runIf(makesContainers)('servers in two containers with one data folder', PATIENCE, () => {
  it.each([
    ['of one host name', CONTAINER, CONTAINER],
    ['of two host names', containerCalled('c2'), containerCalled('c3')],
  ])('%s: the second one is refused while the first one lives', async (_, here, there) => {
    const env = { DATA_DIR: await preparedDataDir(), SEED: 'none', JWT_SECRET };
    const first = await startServer(env, here);
    const second = await runToEnd('main', [], { env: { ...env, PORT: '0' }, through: there });
    expect(second.stderr).toContain('is in use by a running server (process 1 on ');
    expect(second.code).toBe(1);
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
    // The one outside of both is refused as well.
    const outside = await runToEnd('main', [], { env: { ...env, PORT: '0' } });
    expect(outside.stderr).toContain('is in use by a running server');

    await first.stop('SIGKILL');
    const third = await startServer(env, there);
    expect((await fetch(`${third.url}/health/ready`)).status).toBe(200);
    await third.stop('SIGKILL');
    const fourth = await startServer(env);
    await fourth.stop();
    expect(existsSync(join(env.DATA_DIR, 'database.lock'))).toBe(false);
    expect(readdirSync(env.DATA_DIR)).toEqual(['database']);
  });
});
