import { usualChecklists } from '../../words/checklists.ts';
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
    const said = line.trim().replace(/^[-*•]\s*/, '');
    if (said.endsWith(':') && said.length > 1) templates.push({ name: said.slice(0, -1).trim(), items: [] });
    else if (said !== '') templates.at(-1)?.items.push(said);
  }
  return templates.filter(({ items }) => items.length > 0);
}

/** The settings' text of a company that has written no checklists of its own. */
export const USUAL_TEMPLATES = Object.values(usualChecklists).join('\n\n');
