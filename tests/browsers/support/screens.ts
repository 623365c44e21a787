import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../../src/domain/resource-specs.ts';
import { LISTS } from '../../e2e/support/records.ts';
import type { Tab, Target } from '../driver/tab.ts';

const MENU: Target = { role: 'button', name: 'Open navigation' };

/** Goes to a list through the navigation, which is in a drawer on a phone. */
export async function goTo(tab: Tab, resource: ResourceName): Promise<void> {
  const { plural } = resourceSpecs[resource].label;
  const drawer = (await tab.look(MENU)).length > 0;
  if (drawer) await tab.press('button', 'Open navigation');
  await tab.press('link', plural, { role: 'navigation', name: 'Main' });
  // The link opens the list with its last filters.
  await tab.isAt(new RegExp(`^${LISTS[resource]}(\\?|$)`));
  if (drawer) await tab.seesNo({ role: 'dialog' });
}

/** Opens the dialog for a new record of a kind, and waits until it has the focus. */
export async function openNew(tab: Tab, resource: ResourceName): Promise<Target> {
  const { title } = resourceSpecs[resource].label;
  await tab.press('button', `Add ${title}`);
  return opened(tab, `Add New ${title}`);
}

/** Waits for a dialog with this title, and until it has the focus. Text typed before that is lost. */
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

/** Presses Create, and waits until the dialog is gone because the record is saved. */
export async function create(tab: Tab, dialog: Target): Promise<void> {
  await tab.press('button', 'Create', dialog);
  await tab.seesNo(dialog);
}

/** Chooses a customer by typing the name. */
export async function pickCustomer(tab: Tab, dialog: Target, name: string): Promise<void> {
  await tab.fill('Customer', name, dialog);
  await tab.press('option', new RegExp(name));
  await tab.holds('Customer', name, dialog);
}
