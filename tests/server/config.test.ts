import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { requireJwtSecret } from '../../server/auth/jwt-secret.ts';
import { ConfigError, readConfig } from '../../server/config.ts';
import { EXTENSIONS } from '../../server/extensions.ts';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
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
      rateLimitPerMinute: 6_000,
      jwtSecret: undefined,
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
    ['REFRESH_TOKEN_DAYS', 'a month'],
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['RATE_LIMIT_PER_MINUTE', 'many'],
    ['METRICS_PORT', 'on'],
    ['SHUTDOWN_DELAY_SECONDS', '-1'],
    ['JWT_SECRET', 'short'],
    ['DATABASE_URL', 'mysql://me:secret@localhost/crm'],
    ['LISTEN_URL', 'postgres://me:secret@localhost/crm'],
    ['CHANGE_SIGNAL', 'shout'],
    ['CHANGE_POLL_SECONDS', '0'],
    ['CHANGE_POLL_SECONDS', '3600'],
    ['LOG_LEVEL', 'loud'],
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
      `JWT_SECRET is missing: it must be given, since ${reason}.`,
    );
    expect(() => requireJwtSecret(readConfig(env))).toThrow(/^(?!.*hunter2)/s);
    expect(readConfig(env).seed).toBe('none');
    const given = { ...env, JWT_SECRET: 'x'.repeat(32) };
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
      lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split(/=(.*)/s, 2)),
    ) as Record<string, string>;
    expect(readConfig(example)).toEqual(readConfig({}));
    expect(Object.keys(example).sort()).toEqual(
      [
        'ACCESS_TOKEN_MINUTES',
        'CHANGE_POLL_SECONDS',
        'CHANGE_SIGNAL',
        'CONNECT_ORIGINS',
        'CORS_ORIGINS',
        'EXTENSIONS',
        'DATABASE_URL',
        'DATA_DIR',
        'HOST',
        'JWT_SECRET',
        'LISTEN_URL',
        'LOG_LEVEL',
        'METRICS_HOST',
        'METRICS_PORT',
        'PORT',
        'RATE_LIMIT_PER_MINUTE',
        'REFRESH_TOKEN_DAYS',
        'SEED',
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
