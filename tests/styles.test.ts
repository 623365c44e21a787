import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(css|tsx?)$/.test(file))
  .map((file) => readFileSync(join('src', file), 'utf8'))
  .join('\n');

/** Tokens in use. Computed names, as `var(--rc-${tone}-ink)`, are patterns. */
const used = [...sources.matchAll(/var\(\s*(--rc-(?:\$\{[^}]*\}|[\w-])+)/g)].map(
  ([, name = '']) => new RegExp(`^${name.replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`),
);
const defined = [...new Set([...sources.matchAll(/(--rc-[\w-]+)'?:/g)].map(([, name = '']) => name))];

test('each token in use is defined: a browser drops a declaration with an unknown one', () => {
  const unknown = used.filter((pattern) => !defined.some((name) => pattern.test(name)));
  expect(unknown.map(String)).toEqual([]);
});

test('each token is in use', () => {
  expect(defined.filter((name) => !used.some((pattern) => pattern.test(name)))).toEqual([]);
});

test('a style sheet declares its classes to the type check, and no other names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'css-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'src'));
  const sheet = `
    @keyframes rise { from { opacity: 0 } }
    .menu { animation: rise 1s; }
    .frame { grid-template-areas: "side main"; counter-reset: lines; view-transition-name: whole; }
    .side { grid-area: side; }
  `;
  writeFileSync(join(folder, 'src/a.module.css'), sheet);
  const { status } = spawnSync(process.execPath, [resolve('scripts/css-types.mjs')], { cwd: folder });
  expect(status).toBe(0);
  const declared = readFileSync(join(folder, 'build/css-types/src/a.module.css.d.ts'), 'utf8');
  expect([...declared.matchAll(/readonly '(.+)'/g)].map(([, name]) => name)).toEqual([
    'frame',
    'menu',
    'side',
  ]);
});
