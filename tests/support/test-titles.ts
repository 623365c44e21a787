import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

type Node = Readonly<Record<string, unknown>>;

/** A test as it stands in a file: the titles above it and its own, and what may stand for a placeholder. */
interface FoundTest {
  readonly titles: readonly string[];
  readonly literals: ReadonlySet<string>;
}

export const SEPARATOR = ' › ';

/** What Vitest fills in from a row, and what a loop fills in: `%s`, `$sent`, `${name}`. */
const PLACEHOLDER = /\$\{[^}]*\}|%[sdifjoO]|\$[a-z][\w.]*/g;
const NEVER_RUN = ['skip', 'todo', 'fixme', 'fails'];
const NO_TEST = [...NEVER_RUN, 'step', 'use', 'extend', 'configure', 'info', 'setTimeout'];

/** The tests that a file runs, those of the suites in tests/support that it imports included. */
export function testsIn(file: string, read: (file: string) => string = readText): FoundTest[] {
  const files = [file];
  for (const one of files) {
    for (const other of suitesFor(one, read(one))) if (!files.includes(other)) files.push(other);
  }
  return files.flatMap((one) => testsInText(one, read(one)));
}

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The tests in a file's text. */
export function testsInText(file: string, text: string): FoundTest[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const roots = new Set(['describe', 'it', 'test']);
  const literals = new Set<string>();
  const found: FoundTest[] = [];
  look(program, (node) => {
    if (node['type'] === 'Literal') literals.add(String(node['value']));
    const made = node['type'] === 'VariableDeclarator' && namesIn(node['init']);
    if (made && roots.has(made[0] ?? '') && made.includes('extend')) roots.add(nameOf(node['id']));
  });
  collect(program, []);
  return found;

  function collect(value: unknown, above: readonly string[]): void {
    if (!isNode(value)) return;
    const title = value['type'] === 'CallExpression' ? titleOf(value, text) : null;
    const names = title === null ? [] : namesIn(value['callee']);
    const [root = '', ...members] = names;
    const counts = title !== null && roots.has(root) && !members.some((name) => NO_TEST.includes(name));
    const titles = counts ? [...above, title] : above;
    if (isOff(value, names, roots)) return;
    if (counts && !names.includes('describe')) found.push({ titles, literals });
    for (const child of Object.values(value)) collect(child, titles);
  }
}

/** The tests and suites in a file's text that never run, by their own titles. What is commented out is none. */
export function neverRunIn(file: string, text: string): string[] {
  const roots = new Set(['describe', 'it', 'test']);
  const off: string[] = [];
  look(parseSync(file, text).program, (node) => {
    const title = node['type'] === 'CallExpression' ? titleOf(node, text) : null;
    if (title !== null && isOff(node, namesIn(node['callee']), roots)) off.push(title);
  });
  return off;
}

/** Whether a call is one of a test or a suite that is not run: `it.skip(…)`, `it(…, { skip: true }, …)`. */
function isOff(call: Node, names: readonly string[], roots: ReadonlySet<string>): boolean {
  const [root = '', ...members] = names;
  if (!roots.has(root)) return false;
  const [, options] = Array.isArray(call['arguments']) ? (call['arguments'] as unknown[]) : [];
  const given = isNode(options) && Array.isArray(options['properties']) ? options['properties'] : [];
  const keys = given.map((property: Node) => nameOf(property['key']));
  return [...members, ...keys].some((name) => NEVER_RUN.includes(name));
}

/**
 * Whether a test is called by this name: its titles, joined. A placeholder stands as it does in the file, or
 * holds a text that the file has in quotes.
 */
export function isCalled({ titles, literals }: FoundTest, name: string): boolean {
  const source = titles.join(SEPARATOR);
  if (source === name) return true;
  const placeholders = source.match(PLACEHOLDER) ?? [];
  const pattern = source.split(PLACEHOLDER).map(escaped);
  const given = new RegExp(`^${pattern.join('(.+)')}$`, 's').exec(name)?.slice(1);
  return given?.every((text, index) => text === placeholders[index] || literals.has(text)) ?? false;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Files of tests/support that a file takes functions from. */
function suitesFor(file: string, text: string): string[] {
  const paths = [...text.matchAll(/^import (?!type)[^;]*? from '(\.[^']+)';$/gms)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
  return paths.filter((path) => path.startsWith('tests/support/') && /\.tsx?$/.test(path));
}

function titleOf(call: Node, text: string): string | null {
  const [first] = Array.isArray(call['arguments']) ? (call['arguments'] as unknown[]) : [];
  if (!isNode(first)) return null;
  if (first['type'] === 'Literal') return typeof first['value'] === 'string' ? first['value'] : null;
  if (first['type'] !== 'TemplateLiteral') return null;
  return text.slice(Number(first['start']) + 1, Number(first['end']) - 1);
}

/** 'test.describe.each' as its names, whatever is called on the way. */
function namesIn(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value['type']) {
    case 'Identifier':
      return [nameOf(value)];
    case 'MemberExpression':
      return [...namesIn(value['object']), nameOf(value['property'])];
    case 'CallExpression':
      return namesIn(value['callee']);
    case 'TSInstantiationExpression':
      return namesIn(value['expression']);
    default:
      return [];
  }
}

function nameOf(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function look(value: unknown, at: (node: Node) => void): void {
  if (!isNode(value)) return;
  at(value);
  for (const child of Object.values(value)) look(child, at);
}
