import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { requireJwtSecret } from '../../server/auth/jwt-secret.ts';
import { ConfigError, readConfig } from '../../server/config/config.ts';
import { EXTENSIONS } from '../../server/config/extensions.ts';

/** Made with "openssl rand -base64 48". */
const CHANCE = 'nDFRU817e5CAmJaffXYd2K5IAJEfNxCLysS4vXpCeVzXWQOT6wJMAKbIrGY7dGdq';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      fileBytes: 0,
      bucket: undefined,
      tls: undefined,
      trustProxy: undefined,
      dataDir: './data',
      databaseUrl: undefined,
      listenUrl: undefined,
      changeSignal: { kind: 'notify', pollMs: 1_000 },
      staticDir: 'dist',
      connectOrigins: [],
      corsOrigins: [],
      extensions: new Set(EXTENSIONS),
      seed: 'demo',
      accessTokenSeconds: 900,
      refreshTokenSeconds: 30 * 86_400,
      sessionSeconds: 90 * 86_400,
      rateLimitPerMinute: 6_000,
      streamsPerUser: 50,
      connections: { connections: 10_000, connectionsPerAddress: 1_000 },
      jwtSecret: undefined,
      publicOrigin: undefined,
      apiDocs: true,
      shutdownDelayMs: 0,
      metrics: undefined,
      logLevel: 'info',
    });
  });

  it('takes a blank variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', JWT_SECRET: '' })).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['SEED', 'yes'],
    ['ACCESS_TOKEN_MINUTES', '0'],
    ['ACCESS_TOKEN_MINUTES', '34561'],
    ['REFRESH_TOKEN_DAYS', 'a month'],
    ['REFRESH_TOKEN_DAYS', '1e9'],
    ['SESSION_DAYS', '0'],
    ['SESSION_DAYS', '3651'],
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['RATE_LIMIT_PER_MINUTE', 'many'],
    ['EVENT_STREAMS_PER_USER', '-1'],
    ['MAX_CONNECTIONS', '1.5'],
    ['MAX_CONNECTIONS_PER_ADDRESS', 'few'],
    ['API_DOCS', 'yes'],
    ['PUBLIC_ORIGIN', 'crm.example.com'],
    ['PUBLIC_ORIGIN', 'https://crm.example.com/'],
    ['PUBLIC_ORIGIN', 'https://ann:secret@crm.example.com'],
    ['METRICS_PORT', 'on'],
    ['SHUTDOWN_DELAY_SECONDS', '-1'],
    ['JWT_SECRET', 'short'],
    ['DATABASE_URL', 'mysql://me:secret@localhost/crm'],
    ['LISTEN_URL', 'postgres://me:secret@localhost/crm'],
    ['CHANGE_SIGNAL', 'shout'],
    ['CHANGE_POLL_SECONDS', '0'],
    ['CHANGE_POLL_SECONDS', '3600'],
    ['LOG_LEVEL', 'loud'],
    ['FILES_MAX_GB', '-1'],
    ['FILES_S3_URL', 'photos'],
    ['FILES_S3_URL', 'https://s3.example.com'],
    ['FILES_S3_URL', 'https://s3.example.com/photos'],
    ['FILES_S3_SECRET_ACCESS_KEY', 'alone'],
    ['TLS_CERT_FILE', 'cert.pem'],
    ['TLS_KEY_FILE', 'key.pem'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1, proxy.example.com'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['CORS_ORIGINS', 'crm.example.com'],
    ['CORS_ORIGINS', 'https://crm.example.com/'],
    ['CORS_ORIGINS', 'https://CRM.example.com'],
    ['CORS_ORIGINS', 'https://crm.example.com:443'],
    ['CORS_ORIGINS', 'null'],
    ['CONNECT_ORIGINS', 'https://api.example.com/v1'],
    ['CONNECT_ORIGINS', "https://a.example; script-src 'unsafe-inline'"],
  ])('names %s when it is "%s"', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('keeps files in a bucket where its address and both keys are given', () => {
    const env = {
      FILES_S3_URL: 'https://s3.example.com/photos',
      FILES_S3_ACCESS_KEY_ID: 'AKID',
      FILES_S3_SECRET_ACCESS_KEY: 'hunter2',
    };
    expect(readConfig(env).bucket).toEqual({
      url: 'https://s3.example.com/photos',
      region: 'us-east-1',
      accessKeyId: 'AKID',
      secretAccessKey: 'hunter2',
    });
    expect(() => readConfig({ ...env, FILES_S3_URL: '' })).toThrow(/^(?!.*hunter2)/s);
  });

  it('takes no access token that would last longer than a timer can', () => {
    const longest = readConfig({ ACCESS_TOKEN_MINUTES: '34560' }).accessTokenSeconds;
    expect(longest * 1000).toBeLessThan(2 ** 31);
    expect(() => readConfig({ ACCESS_TOKEN_MINUTES: '50000' })).toThrow(
      'ACCESS_TOKEN_MINUTES must be a number of minutes greater than 0 and at most 34560 (it is "50000")',
    );
  });

  it.each([
    ['one sign again and again', 'x'.repeat(48)],
    ['a few signs again and again', 'ab12'.repeat(12)],
    ['words again and again', 'correct horse 42! correct horse 42! correct '],
    ['what an example says', 'CHANGE-ME-to-9f8Zq1Lw2Xc3Vb4Nm5As6Df7Gh8Jk'],
    ['a command that was never run', '$(openssl rand -base64 48) and nothing more'],
    ['a name for it', 'my-jwt-secret-Zq1Lw2Xc3Vb4Nm5As6Df7Gh8Jk9P'],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEF'],
    ['a row of the keyboard', 'Zq1Lw2Xqwertyuiop3Vb4Nm5As6Df7Gh8Jk9PlO0'],
  ])('refuses a JWT_SECRET that is %s, and does not repeat it', (_, secret) => {
    const read = () => readConfig({ JWT_SECRET: secret });
    expect(read).toThrow(/^JWT_SECRET is too easy to guess: generate one with "openssl rand -base64 48"/);
    expect(read).not.toThrow(secret);
  });

  it('takes whatever was made by chance', () => {
    for (let n = 0; n < 500; n += 1) {
      for (const secret of [randomBytes(48).toString('base64'), randomBytes(24).toString('hex')]) {
        expect(readConfig({ JWT_SECRET: secret }).jwtSecret).toBe(secret);
      }
    }
  });

  it('counts no connections by address where all of them come from a proxy', () => {
    expect(readConfig({ TRUST_PROXY: '1' }).connections.connectionsPerAddress).toBe(0);
  });

  it('never repeats a secret in its message', () => {
    const url = 'mysql://me:hunter2@localhost/crm';
    const secrets = { JWT_SECRET: 'hunter2', DATABASE_URL: url, LISTEN_URL: url };
    expect(() => readConfig(secrets)).toThrow(/^(?!.*hunter2)/s);
  });

  it.each([
    [{ SEED: 'none' }, 'SEED is none'],
    [{ DATABASE_URL: 'postgres://me:hunter2@localhost/crm' }, 'DATABASE_URL is set'],
    [{ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }, 'TLS_CERT_FILE is set'],
    [{ TRUST_PROXY: 'loopback' }, 'TRUST_PROXY is set'],
    [{ HOST: '0.0.0.0' }, 'other machines may reach HOST (0.0.0.0)'],
    [{ HOST: '::' }, 'other machines may reach HOST (::)'],
    [{ HOST: '192.168.1.5' }, 'other machines may reach HOST (192.168.1.5)'],
    [{ HOST: '127.evil.example' }, 'other machines may reach HOST (127.evil.example)'],
  ])('wants JWT_SECRET beyond the demo, with %j', (env, reason) => {
    expect(() => requireJwtSecret(readConfig(env))).toThrow(ConfigError);
    expect(() => requireJwtSecret(readConfig(env))).toThrow(
      `JWT_SECRET is missing. It is required because ${reason}.`,
    );
    expect(() => requireJwtSecret(readConfig(env))).toThrow(/^(?!.*hunter2)/s);
    expect(readConfig(env).seed).toBe('none');
    expect(readConfig(env).apiDocs).toBe('SEED' in env);
    expect(readConfig({ ...env, API_DOCS: 'on' }).apiDocs).toBe(true);
    const given = { ...env, JWT_SECRET: CHANCE };
    expect(() => requireJwtSecret(readConfig(given))).not.toThrow();
  });

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('wants none for the demo on %s', (HOST) => {
    expect(() => requireJwtSecret(readConfig({ HOST }))).not.toThrow();
  });

  it('takes the demo data to a place that others reach only when it is told to', () => {
    expect(readConfig({ HOST: '0.0.0.0', SEED: 'demo' }).seed).toBe('demo');
  });

  it('is explained in .env.example, every variable with the default that is really used', async () => {
    const lines = (await readFile('.env.example', 'utf8')).split('\n');
    const example = Object.fromEntries(
      lines.filter((line) => /^[A-Z0-9_]+=/.test(line)).map((line) => line.split(/=(.*)/s, 2)),
    ) as Record<string, string>;
    expect(readConfig(example)).toEqual(readConfig({}));
    expect(Object.keys(example).sort()).toEqual(
      [
        'ACCESS_TOKEN_MINUTES',
        'API_DOCS',
        'CHANGE_POLL_SECONDS',
        'CHANGE_SIGNAL',
        'CONNECT_ORIGINS',
        'CORS_ORIGINS',
        'EVENT_STREAMS_PER_USER',
        'EXTENSIONS',
        'FILES_MAX_GB',
        'FILES_S3_ACCESS_KEY_ID',
        'FILES_S3_REGION',
        'FILES_S3_SECRET_ACCESS_KEY',
        'FILES_S3_URL',
        'DATABASE_URL',
        'DATA_DIR',
        'HOST',
        'JWT_SECRET',
        'LISTEN_URL',
        'LOG_LEVEL',
        'MAX_CONNECTIONS',
        'MAX_CONNECTIONS_PER_ADDRESS',
        'METRICS_HOST',
        'METRICS_PORT',
        'PORT',
        'PUBLIC_ORIGIN',
        'RATE_LIMIT_PER_MINUTE',
        'REFRESH_TOKEN_DAYS',
        'SEED',
        'SESSION_DAYS',
        'SHUTDOWN_DELAY_SECONDS',
        'STATIC_DIR',
        'TLS_CERT_FILE',
        'TLS_KEY_FILE',
        'TRUST_PROXY',
        'VITE_API_BASE_URL',
        'VITE_PUBLIC_ORIGIN',
      ].sort(),
    );
  });
});
