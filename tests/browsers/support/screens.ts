import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../../src/domain/resource-specs.ts';
import { LISTS } from '../../e2e/support/records.ts';
import type { Tab, Target } from '../driver/tab.ts';

const MENU: Target = { role: 'button', name: 'Open navigation' };

/** Goes to a list by the navigation, which a phone has in a drawer. */
export async function goTo(tab: Tab, resource: ResourceName): Promise<void> {
  const { plural } = resourceSpecs[resource].label;
  const drawer = (await tab.look(MENU)).length > 0;
  if (drawer) await tab.press('button', 'Open navigation');
  await tab.press('link', plural, { role: 'navigation', name: 'Main' });
  // The menu opens a list as it was left: with its filters.
  await tab.isAt(new RegExp(`^${LISTS[resource]}(\\?|$)`));
  if (drawer) await tab.seesNo({ role: 'dialog' });
}

/** Opens the dialog for a new record of a kind, and waits until it has taken the focus. */
export async function openNew(tab: Tab, resource: ResourceName): Promise<Target> {
  const { title } = resourceSpecs[resource].label;
  await tab.press('button', `Add ${title}`);
  return opened(tab, `Add New ${title}`);
}

/** Waits for a dialog with this title. It takes the focus a moment after it opens: what is typed before goes astray. */
export async function opened(tab: Tab, title: string): Promise<Target> {
  const dialog = { role: 'dialog', name: title };
  await tab.sees(dialog);
  await tab.until(
    () =>
      tab.evaluate(
        (name) => document.activeElement?.closest('[role=dialog]')?.textContent?.includes(name),
        title,
      ),
    `for '${title}' to take the focus`,
  );
  return dialog;
}

/** Presses Create and waits until the dialog is gone: what it held is saved. */
export async function create(tab: Tab, dialog: Target): Promise<void> {
  await tab.press('button', 'Create', dialog);
  await tab.seesNo(dialog);
}

/** Chooses a customer by what one types of their name. */
export async function pickCustomer(tab: Tab, dialog: Target, name: string): Promise<void> {
  await tab.fill('Customer', name, dialog);
  await tab.press('option', new RegExp(name));
  await tab.holds('Customer', name, dialog);
}
