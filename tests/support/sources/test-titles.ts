import { parseSync } from 'vite';

type Node = Readonly<Record<string, unknown>>;

interface FoundTest {
  /** The titles of the suites around it, then its own. */
  readonly titles: readonly string[];
  /** The offset of its call in the file. */
  readonly start: number;
}

const NEVER_RUN = ['skip', 'todo', 'fixme', 'fails'];
const NO_TEST = [...NEVER_RUN, 'step', 'use', 'extend', 'configure', 'info', 'setTimeout'];

/** Returns the tests in a file's text that run. */
export function testsInText(file: string, text: string): FoundTest[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const roots = new Set(['describe', 'it', 'test']);
  const found: FoundTest[] = [];
  look(program, (node) => {
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
    if (counts && !names.includes('describe')) found.push({ titles, start: Number(value['start']) });
    for (const child of Object.values(value)) collect(child, titles);
  }
}

/** Returns the titles of tests and suites in a file's text that never run. Commented-out tests do not count. */
export function neverRunIn(file: string, text: string): string[] {
  const roots = new Set(['describe', 'it', 'test']);
  const off: string[] = [];
  look(parseSync(file, text).program, (node) => {
    const title = node['type'] === 'CallExpression' ? titleOf(node, text) : null;
    if (title !== null && isOff(node, namesIn(node['callee']), roots)) off.push(title);
  });
  return off;
}

/** True for a call that defines a disabled test or suite: `it.skip(…)`, `it(…, { skip: true }, …)`. */
function isOff(call: Node, names: readonly string[], roots: ReadonlySet<string>): boolean {
  const [root = '', ...members] = names;
  if (!roots.has(root)) return false;
  const [, options] = Array.isArray(call['arguments']) ? (call['arguments'] as unknown[]) : [];
  const given = isNode(options) && Array.isArray(options['properties']) ? options['properties'] : [];
  const keys = given.map((property: Node) => nameOf(property['key']));
  return [...members, ...keys].some((name) => NEVER_RUN.includes(name));
}

function titleOf(call: Node, text: string): string | null {
  const [first] = Array.isArray(call['arguments']) ? (call['arguments'] as unknown[]) : [];
  if (!isNode(first)) return null;
  if (first['type'] === 'Literal') return typeof first['value'] === 'string' ? first['value'] : null;
  if (first['type'] !== 'TemplateLiteral') return null;
  return text.slice(Number(first['start']) + 1, Number(first['end']) - 1);
}

/** Returns the names in 'test.describe.each', even with calls in between. */
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
