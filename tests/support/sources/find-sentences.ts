import { parseSync } from 'vite';

/** A text in a file that a user would read. */
export interface FoundSentence {
  readonly line: number;
  readonly text: string;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

/** Matches two adjacent words, a single capitalized word, or a word with a space for another part of a sentence. */
const SPOKEN =
  /[A-Za-z]{2,}[.,:;!?]? +[A-Za-z\d(]|^[A-Z][a-z]+[.!?:…]?$|^ *[A-Za-z]{2,} +$|^ +[A-Za-z]{2,} *$|[a-z]{2,}[.!?…]$/;
/** Attributes whose values no user reads. */
const SILENT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'className',
  'style',
  'key',
  'id',
  'role',
  'type',
  'href',
  'to',
  'd',
  'variant',
  'size',
  'name',
]);
/** Calls whose texts no user reads, such as errors in the code itself and the log. */
const SILENT_CALLEES =
  /^(?:(?:Type|Range|PartNotLoaded)?Error|RegExp|Set|Map)$|(?:^|\.)(?:log|console)\.|^(?:querySelector|matchMedia)/;

/**
 * Returns the sentences in a file: text between tags, and strings of words other than types, imports, errors and log
 * entries.
 */
export function findSentences(file: string, text: string): FoundSentence[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: FoundSentence[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value) || isSilent(value, text)) return;
    const said = saidBy(value);
    if (said !== null) {
      found.push({
        line: text.slice(0, value.start).split('\n').length,
        text: said.replace(/\s+/g, ' ').trim(),
      });
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(program);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function isSilent(node: Node, text: string): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAnnotation':
    case 'TSTypeParameterInstantiation':
      return true;
    case 'BinaryExpression':
      return /^[!=]==$/.test(String(node['operator']));
    case 'JSXAttribute':
      return SILENT_ATTRIBUTES.has((node['name'] as { name?: string }).name ?? '');
    case 'NewExpression':
    case 'CallExpression': {
      const callee = node['callee'] as { start: number; end: number };
      return SILENT_CALLEES.test(text.slice(callee.start, callee.end));
    }
    default:
      return false;
  }
}

/** Returns a node's text that a user would read, or null. */
function saidBy(node: Node): string | null {
  if (node.type === 'JSXText') return /[A-Za-z]/.test(String(node['value'])) ? String(node['value']) : null;
  if (node.type === 'Literal') {
    const { value } = node;
    return typeof value === 'string' && SPOKEN.test(value) ? value : null;
  }
  if (node.type !== 'TemplateLiteral') return null;
  const parts = (node['quasis'] as { value: { cooked: string } }[]).map((part) => part.value.cooked);
  return parts.some((part) => SPOKEN.test(part) || /[A-Za-z]{2,} $|^ [A-Za-z]{2,}/.test(part))
    ? parts.join('{}')
    : null;
}
