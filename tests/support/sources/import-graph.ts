import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One import in a file. `to` is a path relative to the project folder, or a package's name. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'static' | 'dynamic' | 'type';
  readonly external: boolean;
}

/** Stands for an import target that is not a plain string and so cannot be checked. */
export const UNREADABLE = '(computed)';

/** Returns the text of every TypeScript file below `folders`. Paths are relative to the project folder. */
export function readSources(folders: readonly string[]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
  );
  const code = files.filter((file) => /\.tsx?$/.test(file)).sort();
  return new Map(code.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** Returns a file's imports: static, dynamic, re-exports, types, and `new URL('…', import.meta.url)`. */
export function importsOf(file: string, text: string): ImportEdge[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const edges: ImportEdge[] = [];
  visit(program, (node) => {
    const found = readImport(node);
    if (found) edges.push({ from: file, kind: found.kind, ...resolve(file, found.specifier) });
  });
  return edges;
}

interface Found {
  readonly specifier: string;
  readonly kind: ImportEdge['kind'];
}

function readImport(node: Node): Found | undefined {
  switch (node['type']) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return node['source'] ? { specifier: textOf(node['source']), kind: staticKind(node) } : undefined;
    case 'ImportExpression':
      return { specifier: textOf(node['source']), kind: 'dynamic' };
    case 'TSImportType':
      return { specifier: textOf(node['source']), kind: 'type' };
    case 'NewExpression':
      return readModuleUrl(node);
    default:
      return undefined;
  }
}

function staticKind(node: Node): ImportEdge['kind'] {
  return node['importKind'] === 'type' || node['exportKind'] === 'type' ? 'type' : 'static';
}

/** A worker's file is named by `new URL('../worker.ts', import.meta.url)`. */
function readModuleUrl(node: Node): Found | undefined {
  const [path, base] = Array.isArray(node['arguments']) ? node['arguments'] : [];
  const isUrl = isNode(node['callee']) && node['callee']['name'] === 'URL';
  const isHere = isNode(base) && isNode(base['object']) && base['object']['type'] === 'MetaProperty';
  const specifier = textOf(path);
  return isUrl && isHere && /\.tsx?$/.test(specifier) ? { specifier, kind: 'dynamic' } : undefined;
}

function textOf(literal: unknown): string {
  return isNode(literal) && typeof literal['value'] === 'string' ? literal['value'] : UNREADABLE;
}

function resolve(file: string, specifier: string): Pick<ImportEdge, 'to' | 'external'> {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return { to: posix.join(posix.dirname(file), path), external: false };
  const parts = path.split('/');
  return { to: path.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? path), external: true };
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (!isNode(value)) return;
  look(value);
  for (const child of Object.values(value)) visit(child, look);
}
