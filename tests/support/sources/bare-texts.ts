import { parseSync } from 'vite';

type Node = Readonly<Record<string, unknown>>;

/** By convention, values with these names are elements, not texts. */
const ELEMENTS =
  /^(?:children|action|add|body|choices|dialog|files|form|head|icon|link|list|note|offer|shown|source|undo)$/;
/** Sentences and labels without placeholders never change. */
const CONSTANT = /(?:Words|Titles|Labels|Names)$/;

/**
 * Returns texts that have siblings in an element, or are all that a component returns, as 'file:line code'. A browser
 * that translates the page replaces texts by `<font>` elements. React then changes a text that is no longer shown, and
 * fails when it removes the text or inserts something before it. A text that is an element's only child is safe.
 */
export function bareTexts(file: string, code: string): string[] {
  const { program } = parseSync(file, code);
  const found: string[] = [];
  const report = (node: Node): void => {
    const line = code.slice(0, Number(node['start'])).split('\n').length;
    found.push(
      `${file}:${line} ${code.slice(Number(node['start']), Number(node['end'])).replace(/\s+/g, ' ')}`,
    );
  };
  look(program as unknown as Node, null, (node, component) => {
    if (node['type'] === 'JSXElement' || node['type'] === 'JSXFragment') {
      const children = (node['children'] as readonly Node[]).filter((child) => !isLayout(child));
      const isAlone = children.length === 1 && node['type'] === 'JSXElement';
      const changes = children.some(isConditional);
      if (!isAlone) for (const text of children.flatMap((child) => textsIn(child, changes))) report(text);
    }
    if (node['type'] === 'ReturnStatement' && component && isNode(node['argument'])) {
      for (const text of textsOf(node['argument'], true)) report(text);
    }
  });
  return found;
}

/** True for whitespace that JSX drops, and for comments. */
function isLayout(child: Node): boolean {
  if (child['type'] === 'JSXText') return /^\s*\n\s*$/.test(String(child['value']));
  return child['type'] === 'JSXExpressionContainer' && expressionOf(child)?.['type'] === 'JSXEmptyExpression';
}

function isConditional(child: Node): boolean {
  const type = expressionOf(child)?.['type'];
  return type === 'LogicalExpression' || type === 'ConditionalExpression';
}

function textsIn(child: Node, changes: boolean): Node[] {
  if (child['type'] === 'JSXText') return changes && /\S/.test(String(child['value'])) ? [child] : [];
  const expression = expressionOf(child);
  return expression ? textsOf(expression, changes) : [];
}

/** @param changes true if a sibling comes and goes. Then even a constant text is not safe */
function textsOf(expression: Node, changes: boolean): Node[] {
  switch (expression['type']) {
    case 'ConditionalExpression':
      return [expression['consequent'], expression['alternate']].flatMap((side) =>
        textsOf(side as Node, true),
      );
    case 'LogicalExpression':
      return textsOf(expression['right'] as Node, true);
    case 'ParenthesizedExpression':
      return textsOf(expression['expression'] as Node, changes);
    case 'MemberExpression': {
      const object = expression['object'] as Node;
      return !changes && !expression['computed'] && CONSTANT.test(String(object['name'])) ? [] : [expression];
    }
    case 'Identifier':
      return ELEMENTS.test(String(expression['name'])) ? [] : [expression];
    case 'Literal':
      return typeof expression['value'] === 'string' && /\S/.test(expression['value']) && changes
        ? [expression]
        : [];
    case 'CallExpression':
      return drawsElements(expression) ? [] : [expression];
    case 'TemplateLiteral':
      return [expression];
    default:
      return [];
  }
}

/** True for `list.map(…)`, whose texts are checked separately, and for functions that draw pictures or portals. */
function drawsElements({ callee }: Node): boolean {
  const name = isNode(callee) && isNode(callee['property']) ? String(callee['property']['name']) : '';
  return (
    /^(?:map|flatMap|picture|createPortal)$/.test(name) ||
    (isNode(callee) && callee['name'] === 'createPortal')
  );
}

function expressionOf(child: Node): Node | undefined {
  return child['type'] === 'JSXExpressionContainer' ? (child['expression'] as Node) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** @param component the name of the component that contains the node, or null */
function look(
  node: unknown,
  component: string | null,
  told: (node: Node, component: string | null) => void,
): void {
  if (Array.isArray(node)) {
    for (const one of node) look(one, component, told);
    return;
  }
  if (!isNode(node)) return;
  told(node, component);
  const inner = nameOfFunction(node, component);
  for (const value of Object.values(node)) look(value, inner, told);
}

function nameOfFunction(node: Node, outer: string | null): string | null {
  const type = String(node['type']);
  if (type !== 'FunctionDeclaration' && type !== 'FunctionExpression' && type !== 'ArrowFunctionExpression')
    return outer;
  const name = isNode(node['id']) ? String(node['id']['name']) : '';
  return /^[A-Z]/.test(name) ? name : null;
}
