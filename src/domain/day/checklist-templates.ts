import { usualChecklists } from '../../words/jobs.ts';
import { bareLines } from './text-blocks.ts';

/** The items that a kind of job begins with. */
export interface ChecklistTemplate {
  readonly name: string;
  readonly items: readonly string[];
}

/**
 * Checklists as the settings hold them: a line that ends with a colon names one, the lines below it are its items. Lines
 * before the first name belong to none.
 */
export function readTemplates(text: string): ChecklistTemplate[] {
  const templates: { name: string; items: string[] }[] = [];
  for (const line of bareLines(text)) {
    const name = templateName(line);
    const said = bareItem(line);
    if (name !== null) templates.push({ name, items: [] });
    else if (said !== '') templates.at(-1)?.items.push(said);
  }
  return templates.filter(({ items }) => items.length > 0);
}

/** The name that a line gives to the items below it; null where it is an item or blank. */
export function templateName(line: string): string | null {
  const said = bareItem(line);
  return said.endsWith(':') && said.length > 1 ? said.slice(0, -1).trim() : null;
}

/** A line without what lists begin with. */
function bareItem(line: string): string {
  return line.trim().replace(/^[-*•]\s*/, '');
}

/** The settings' text of a company that has written no checklists of its own. */
export const USUAL_TEMPLATES = Object.values(usualChecklists).join('\n\n');
