import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALL_CHECKS } from '../../conformance/checks/all-checks.ts';
import { USAGE } from '../../conformance/options.ts';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { DASHBOARD_STATS } from '../../src/domain/dashboard-stats.ts';
import { collectionName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { play, transcriptsIn } from '../support/backend/transcript.ts';

const PAGE = readFileSync('docs/your-own-server.md', 'utf8');
const KINDS = RESOURCE_NAMES.map((name) => collectionName(specOf(name)));

describe('the examples in docs/your-own-server.md', () => {
  const transcripts = transcriptsIn(PAGE);

  it('show every extension that there is, but for the stream that does not end', () => {
    const shown = new Set(transcripts.flatMap(({ features }) => features));
    expect([...shown, 'events'].sort()).toEqual([...EXTENSIONS].sort());
  });

  it.each(transcripts)('are answered as they say: $features', async (transcript) => {
    const backend = new FakeBackend();
    for (const feature of transcript.features) backend.extensions.features.add(feature);
    const signIn = await backend.fetch(`${backend.origin}/api/v1/auth/token/`, {
      method: 'POST',
      body: JSON.stringify({ username: 'demo', password: 'restoration' }),
    });
    const { access } = (await signIn.json()) as { access: string };
    const answered = await play(transcript, (path, init) => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${access}` };
      return backend.fetch(backend.origin + path, { ...init, headers });
    });
    expect(answered.length).toBeGreaterThan(0);
    for (const { line, expected, actual } of answered) expect([line, actual]).toEqual([line, expected]);
  });

  it('can fail', async () => {
    const wrong = { features: [], text: 'GET /x/\n\n200\n{"id": "<a>", "again": "<a>"}' };
    const [answered] = await play(wrong, async () => Response.json({ id: 1, again: 2 }));
    expect(answered?.actual).not.toEqual(answered?.expected);
  });
});

/** The page sets code in backticks, the command in quotes. The page may add to a rule, or leave out an example. */
const inPlainText = (rule: string): string => rule.replaceAll(/[`"]|\.$/g, '').replaceAll('’', "'");

describe('the tables in docs/your-own-server.md', () => {
  const rows = [...PAGE.matchAll(/^\| `([*\w-]+\.[\w-]+)` \| (\w+) \| (.+) \|$/gm)].map(
    ([, pattern = '', level = '', rule = '']) => ({
      level,
      rule: inPlainText(rule),
      ids: pattern.startsWith('*') ? KINDS.map((kind) => kind + pattern.slice(1)) : [pattern],
    }),
  );

  it('have every check once, at its level', () => {
    const listed = rows.flatMap(({ ids, level }) => ids.map((id) => `${id} ${level}`));
    const checks = ALL_CHECKS.map(({ id, level }) => `${id} ${level}`);
    expect(new Set(checks).size).toBe(checks.length);
    expect(new Set(listed).size).toBe(listed.length);
    expect(checks.filter((check) => !listed.includes(check))).toEqual([]);
  });

  it('have no check that is not there', () => {
    const ids = ALL_CHECKS.map(({ id }) => id);
    expect(rows.filter((row) => !row.ids.some((id) => ids.includes(id)))).toEqual([]);
  });

  it('say each rule as the command does, unless its words depend on the kind of record', () => {
    const differing = rows.flatMap(({ rule, ids }) => {
      const asked = new Set(
        ALL_CHECKS.filter(({ id }) => ids.includes(id)).map(({ asks }) => inPlainText(asks)),
      );
      const [asks = '', ...others] = asked;
      return others.length > 0 || rule.startsWith(asks) || asks.startsWith(rule) ? [] : [[rule, asks]];
    });
    expect(differing).toEqual([]);
  });

  it.each(RESOURCE_NAMES)('have the fields and figures of %s', (resource) => {
    const { path, fieldNames: fields } = specOf(resource);
    const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${path}\` |`)) ?? '';
    const named = [...row.matchAll(/`([a-z_0-9]+)`/g)].map(([, name]) => name);
    const figures = DASHBOARD_STATS.filter((stat) => stat.resource === resource).map(({ key }) => key);
    expect(new Set(named)).toEqual(new Set([...fields, ...figures]));
  });

  it('have every option', () => {
    const options = [...USAGE.matchAll(/^ {2}(--[\w-]+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== '--help');
    expect(options.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
  });
});
