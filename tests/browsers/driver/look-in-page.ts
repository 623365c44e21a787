/** What to look for on a page. A text must match the whole name, a pattern any part of it. */
export interface Query {
  /** A role in the accessibility tree: 'button', 'link', 'dialog' … Without a role, any input field. */
  readonly role?: string;
  /** The accessible name. */
  readonly name?: string | Pattern;
  /** Looks only inside the first element found for this. */
  readonly within?: Query;
}

/** A regular expression in a form that can be passed to the page. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** An element found on the page. */
export interface Found {
  /** Its center, in CSS pixels of the viewport. */
  readonly x: number;
  readonly y: number;
  /** The value of a field, or the text of any other element. */
  readonly value: string;
  /** True if a press at its center would reach it. */
  readonly free: boolean;
}

/**
 * Finds visible elements by role and name, and scrolls the first of them into view. Runs in the page from its source
 * text, so it can use nothing outside itself.
 */
export function lookInPage(query: Query): Found[] {
  const ROLES: Readonly<Record<string, string>> = {
    button: 'button, input[type=button], input[type=submit], summary',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4, h5, h6',
    textbox:
      'input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=password], textarea',
    searchbox: 'input[type=search]',
    combobox: 'select',
    checkbox: 'input[type=checkbox]',
    dialog: 'dialog',
    row: 'tr',
    listitem: 'li',
    navigation: 'nav',
    main: 'main',
    option: 'option',
  };
  const FIELDS = 'input, select, textarea';
  const NAMED_BY_CONTENT = ['button', 'link', 'heading', 'option', 'row', 'listitem', 'tab', 'menuitem'];

  const squeezed = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

  function written(node: Node): string {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
    const own = node.getAttribute('aria-label') ?? node.getAttribute('alt');
    return own ?? [...node.childNodes].map(written).join(' ');
  }

  function nameOf(element: Element, role: string | undefined): string {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const referred = ids.map((id) => document.getElementById(id)).filter((node) => node !== null);
    if (referred.length > 0) return squeezed(referred.map(written).join(' '));
    const label = squeezed(element.getAttribute('aria-label'));
    if (label !== '') return label;
    const labels = (element as Partial<HTMLInputElement>).labels;
    if (labels && labels.length > 0) return squeezed([...labels].map(written).join(' '));
    if (role !== undefined && NAMED_BY_CONTENT.includes(role)) return squeezed(written(element));
    return squeezed(element.getAttribute('title') ?? element.getAttribute('placeholder'));
  }

  function fits(name: string, wanted: string | Pattern | undefined): boolean {
    if (wanted === undefined) return true;
    return typeof wanted === 'string' ? name === wanted : new RegExp(wanted.source, wanted.flags).test(name);
  }

  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || element.closest('[inert], [aria-hidden=true]')) return false;
    return getComputedStyle(element).visibility === 'visible';
  }

  function elementsFor({ role, name, within }: Query): Element[] {
    const [root] = within ? elementsFor(within) : [document.documentElement];
    if (!root) return [];
    const native = role === undefined ? FIELDS : ROLES[role];
    const selector = [role !== undefined && `[role=${role}]`, native].filter(Boolean).join(', ');
    return [...root.querySelectorAll(selector)].filter((element) => {
      const other = element.getAttribute('role');
      if (role !== undefined && other !== null && other !== role) return false;
      return isShown(element) && fits(nameOf(element, role), name);
    });
  }

  function middleOf(element: Element): { x: number; y: number } {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  function isFree(element: Element): boolean {
    if (element.matches(':disabled, [aria-disabled=true]')) return false;
    const { x, y } = middleOf(element);
    const hit = document.elementFromPoint(x, y);
    return (
      hit !== null && (element.contains(hit) || (hit.contains(element) && hit.closest('label') !== null))
    );
  }

  const elements = elementsFor(query);
  const [first] = elements;
  if (first && !isFree(first)) first.scrollIntoView({ block: 'center', behavior: 'instant' });
  return elements.map((element) => ({
    ...middleOf(element),
    value: 'value' in element ? String(element.value) : squeezed(element.textContent),
    free: isFree(element),
  }));
}
