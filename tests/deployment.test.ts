import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { dirname, join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { describe, expect, it, onTestFinished } from 'vitest';
import serverBuild from '../config/vite.server.config.ts';
import packageJson from '../package.json' with { type: 'json' };
import { requireJwtSecret } from '../server/auth/jwt-secret.ts';
import { readConfig, VARIABLES } from '../server/config/config.ts';
import { HEALTH_PATHS } from '../server/plugins/health-paths.ts';
import {
  type Compose,
  composeOf,
  interpolated,
  type Stage,
  stagesOf,
} from './support/sources/deployment-files.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const COMPOSE = read('compose.yaml');
const SECRETS = {
  SITE_ADDRESS: 'crm.example.com',
  JWT_SECRET: 'u7Qk2ZpXw9Lr4TnBv6Hs1YdCf8Gj3MaEo5RiWtKbNzPq0SxV',
  POSTGRES_PASSWORD: 'a'.repeat(24),
  CRM_DATABASE_PASSWORD: 'b'.repeat(24),
};

const stages = stagesOf(read('Dockerfile'));
const [build, image] = stages as [Stage, Stage];
const { names: outside, text: filled } = interpolated(COMPOSE, SECRETS);
const compose = composeOf(filled);
const ignored = dockerignore().add(read('.dockerignore'));

/** Programs of the images' systems, which no file of ours provides. */
const SYSTEM = ['mkdir', 'chown'];
/** What the images that are not ours read, by their documentation. */
const KNOWN_TO_IMAGES: Readonly<Record<string, readonly string[]>> = {
  postgres: ['POSTGRES_PASSWORD', 'CRM_DATABASE_PASSWORD'],
  proxy: [],
};
const PROGRAMS_OF_IMAGES: Readonly<Record<string, readonly string[]>> = {
  postgres: ['pg_isready'],
  proxy: ['caddy'],
};

/** The files that the build of the server leaves: what the image may start. */
const SERVER_OUTPUT = Object.keys(serverBuild.build?.rollupOptions?.input ?? {}).map(
  (name) => `${serverBuild.build?.outDir}/${name}.js`,
);

function isOutput(path: string): boolean {
  return SERVER_OUTPUT.includes(path) || ['build', 'dist'].includes(path);
}

/** A tag that names a version, and no digest that nobody reads. */
function isPinned(reference: string): boolean {
  return /^[a-z]+:\d+\.\d+(\.\d+)?-[a-z]/.test(reference);
}

/** What a Dockerfile's stages name that is not there, in words. */
function faultsOf(all: readonly Stage[], isIgnored: (path: string) => boolean): readonly string[] {
  const faults: string[] = [];
  for (const [index, { copied, runs, env, args, command, image: reference }] of all.entries()) {
    if (!isPinned(reference)) faults.push(`${reference} is not pinned`);
    for (const { from, sources } of copied) {
      const origin = all.slice(0, index).find(({ name }) => name === from);
      if (from !== undefined && !origin) faults.push(`there is no stage ${from}`);
      for (const source of sources) {
        const path = origin ? source.replace(`${origin.workdir}/`, '') : source;
        if (origin ? !isOutput(path) : !existsSync(path)) faults.push(`${source} is not there`);
        else if (!origin && isIgnored(path)) faults.push(`${source} is kept out by .dockerignore`);
      }
    }
    for (const run of runs) faults.push(...faultsOfCommand(run));
    if (command.length > 0) faults.push(...faultsOfCommand(command));
    for (const name of [...Object.keys(env), ...args]) {
      if (![...VARIABLES, 'NODE_ENV', 'VITE_PUBLIC_ORIGIN'].includes(name))
        faults.push(`nobody reads ${name}`);
    }
  }
  return faults;
}

function faultsOfCommand([program = '', ...words]: readonly string[]): readonly string[] {
  if (SYSTEM.includes(program)) return [];
  if (program === 'node') return isOutput(words[0] ?? '') ? [] : [`node ${words[0]}: no such output`];
  if (program !== 'npm') return [`there is no program ${program}`];
  if (words[0] === 'ci') return [];
  const isScript = words[0] === 'run' && (words[1] ?? '') in packageJson.scripts;
  return isScript ? [] : [`npm ${words.join(' ')}: no such script`];
}

/** What a compose file names that is not there, in words. */
function faultsOfCompose({ services, volumes }: Compose): readonly string[] {
  const faults: string[] = [];
  const used = new Set<string>();
  for (const [name, service] of Object.entries(services)) {
    if (service.build) {
      const { context, dockerfile, args } = service.build;
      if (!existsSync(`${context}/${dockerfile}`)) faults.push(`${dockerfile} is not there`);
      for (const arg of Object.keys(args))
        if (!build.args.includes(arg)) faults.push(`no stage takes ${arg}`);
    } else if (!isPinned(service.image ?? '')) faults.push(`${service.image} is not pinned`);
    const known = service.build ? VARIABLES : (KNOWN_TO_IMAGES[name] ?? []);
    for (const variable of Object.keys(service.environment))
      if (!known.includes(variable)) faults.push(`${name} does not read ${variable}`);
    for (const [source = '', target = ''] of service.volumes.map((volume) => volume.split(':'))) {
      if (source.startsWith('.')) {
        if (!existsSync(source)) faults.push(`${source} is not there`);
      } else if (source in volumes) used.add(source);
      else faults.push(`there is no volume ${source}`);
      if (service.build && !image.volumes.includes(target))
        faults.push(`${target} is no volume of the image`);
    }
    for (const [other] of Object.entries(service.depends_on)) {
      const awaited = services[other];
      if (!awaited) faults.push(`there is no service ${other}`);
      else if (!awaited.healthcheck && !awaited.build) faults.push(`${other} has no health check`);
    }
    const [program] = service.command ?? [];
    const [kind, checker] = service.healthcheck?.test ?? [];
    for (const each of [program, kind === 'CMD' ? checker : kind])
      if (each !== undefined && !PROGRAMS_OF_IMAGES[name]?.includes(each))
        faults.push(`${name} has no ${each}`);
  }
  for (const volume of Object.keys(volumes)) if (!used.has(volume)) faults.push(`nobody uses ${volume}`);
  return faults;
}

describe('the Dockerfile', () => {
  it('names nothing that is not in the repository, in the build, in package.json or in the configuration', () => {
    expect(stages).toHaveLength(2);
    expect(faultsOf(stages, (path) => ignored.ignores(path))).toEqual([]);
  });

  it('copies all that the build needs', () => {
    const copied = build.copied.flatMap(({ sources }) => sources);
    const configs = ['vite.config.ts', 'config/vite.server.config.ts'];
    const needed = configs.flatMap((config) => [
      config,
      ...[...read(config).matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, path = '']) =>
        join(dirname(config), path),
      ),
    ]);
    expect(needed).toContain('scripts/built-for.mjs');
    const isCopied = (path: string): boolean =>
      copied.some((source) => source === path || path.startsWith(`${source}/`));
    expect(needed.filter((path) => !isCopied(path))).toEqual([]);
    expect(
      ['index.html', 'tsconfig.json', 'src', 'public', 'package-lock.json', '.npmrc'].filter(
        (path) => !isCopied(path),
      ),
    ).toEqual([]);
  });

  it('runs as nobody in particular, keeps its data in a volume, and listens where the configuration says', () => {
    const config = readConfig({ ...image.env, JWT_SECRET: SECRETS.JWT_SECRET });
    expect(() => requireJwtSecret(config)).not.toThrow();
    expect(image.user).toBe('node');
    expect(image.volumes).toEqual([config.dataDir]);
    expect(image.ports).toEqual([String(config.port)]);
    expect(config).toMatchObject({ host: '0.0.0.0', staticDir: 'dist', seed: 'none' });
    expect(image.command).toEqual(['node', SERVER_OUTPUT[0]]);
  });

  it.each([
    [200, 0],
    [503, 1],
    [undefined, 1],
  ])('has a health check that takes %s for an exit with %s', async (status, code) => {
    expect(await checked(status)).toBe(code);
  });

  it('has a health check that asks a server with a certificate of its own over HTTPS', async () => {
    expect(await checked(200, 'tests/support/tls/cert.pem')).toBe(0);
  });

  /** With what the health check of the image ends, asking a server that answers with `status`, or none. */
  async function checked(status: number | undefined, cert?: string): Promise<number> {
    const asked: string[] = [];
    const answer: RequestListener = (request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status ?? 200).end();
    };
    const server = cert
      ? createSecureServer({ cert: read(cert), key: read('tests/support/tls/key.pem') }, answer)
      : createServer(answer);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    if (status === undefined) {
      server.close();
      await once(server, 'close');
    }
    const [program = '', ...words] = image.healthcheck;
    expect(program).toBe('node');
    const env = { PORT: String(port), ...(cert && { TLS_CERT_FILE: cert }) };
    const check = spawn(process.execPath, words, { env, stdio: 'ignore' });
    const [exit] = (await once(check, 'exit')) as [number];
    expect(asked.filter((path) => !HEALTH_PATHS.includes(path))).toEqual([]);
    expect(asked).toHaveLength(status === undefined ? 0 : 1);
    return exit;
  }

  it('leaves secrets, data and what is built elsewhere out of its context', () => {
    for (const path of [
      '.env',
      '.env.production',
      'data/database/PG_VERSION',
      '.git/config',
      'node_modules/pg',
      'dist/sw.js',
    ])
      expect([path, ignored.ignores(path)]).toEqual([path, true]);
  });

  it.each([
    ['FROM node:latest', 'node:latest is not pinned'],
    ['FROM node', 'node is not pinned'],
    ['COPY no-such-file ./', 'no-such-file is not there'],
    ['COPY docs docs/', 'docs is kept out by .dockerignore'],
    ['COPY --from=nobody /app/dist dist/', 'there is no stage nobody'],
    ['RUN npm run no-such-script', 'npm run no-such-script: no such script'],
    ['RUN bild', 'there is no program bild'],
    ['ENV DATABSE_URL=x', 'nobody reads DATABSE_URL'],
    ['CMD ["node", "build/server/mian.js"]', 'node build/server/mian.js: no such output'],
  ])('would be found out by %s', (line, fault) => {
    const text = line.startsWith('FROM') ? line : `FROM node:24.21.0-bookworm-slim AS one\n${line}`;
    expect(faultsOf(stagesOf(text), (path) => ignored.ignores(path))).toContain(fault);
  });
});

describe('compose.yaml', () => {
  it('names nothing that is not there', () => {
    expect(Object.keys(compose.services)).toEqual(['postgres', 'server', 'proxy']);
    expect(faultsOfCompose(compose)).toEqual([]);
  });

  it('gives the server a configuration that it starts with, and the database of the script', () => {
    const { server } = compose.services;
    const config = readConfig({ ...image.env, ...server?.environment });
    expect(() => requireJwtSecret(config)).not.toThrow();
    expect(config).toMatchObject({ seed: 'none', trustProxy: { addresses: ['uniquelocal'] } });
    const { username, password, hostname, port, pathname } = new URL(config.databaseUrl ?? '');
    expect(hostname in compose.services).toBe(true);
    expect([password, port]).toEqual([SECRETS.CRM_DATABASE_PASSWORD, '5432']);
    const script = read('deploy/create-database.sh');
    expect(script).toContain(`create role ${username} login password :'password'`);
    expect(script).toContain(`create database ${pathname.slice(1)} owner ${username}`);
    expect(script).toContain('$CRM_DATABASE_PASSWORD');
    // Without the right to execute, PostgreSQL's image would read it into its own shell.
    expect(statSync('deploy/create-database.sh').mode & 0o111).not.toBe(0);
  });

  it('sends what the proxy takes to the port of the server, and shows nobody anything else', () => {
    const { proxy, server, postgres } = compose.services;
    const config = readConfig({ ...image.env, ...server?.environment });
    expect(proxy?.command?.slice(-2)).toEqual(['--to', `server:${config.port}`]);
    expect([server?.ports, postgres?.ports]).toEqual([[], []]);
  });

  it('takes from outside what docs/operating.md has one write down, and nothing without a word for its absence', () => {
    expect(outside).toEqual(Object.keys(SECRETS).sort());
    const shown = /printf '((?:\w+=%s\\n)+)' crm\.example\.com/.exec(read('docs/operating.md'))?.[1] ?? '';
    expect(shown.split('=%s\\n').slice(0, -1)).toEqual(Object.keys(SECRETS));
    expect(COMPOSE).not.toMatch(/\$\{\w+\}/);
  });

  it.each([
    ['postgres:17.10-bookworm', 'postgres:latest', 'postgres:latest is not pinned'],
    ['dockerfile: Dockerfile', 'dockerfile: Dockerfil', 'Dockerfil is not there'],
    ['VITE_PUBLIC_ORIGIN:', 'VITE_ORIGIN:', 'no stage takes VITE_ORIGIN'],
    ['TRUST_PROXY:', 'TRUST_PROXIES:', 'server does not read TRUST_PROXIES'],
    [
      './deploy/create-database.sh:',
      './deploy/create-databse.sh:',
      './deploy/create-databse.sh is not there',
    ],
    ['- database:/var', '- databse:/var', 'there is no volume databse'],
    ['- data:/data', '- data:/dta', '/dta is no volume of the image'],
    [
      '      postgres:\n        condition',
      '      postgre:\n        condition',
      'there is no service postgre',
    ],
    ['"pg_isready"', '"pg_is_ready"', 'postgres has no pg_is_ready'],
    ['"caddy", "reverse', '"cady", "reverse', 'proxy has no cady'],
  ])('would be found out by %j for %j', (right, wrong, fault) => {
    const text = filled.replace(right, wrong);
    expect(text).not.toBe(filled);
    expect(faultsOfCompose(composeOf(text))).toContain(fault);
  });
});
