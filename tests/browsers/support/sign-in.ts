import { DEMO_USER } from '../../e2e/support/companion.ts';
import type { Tab } from '../driver/tab.ts';

/** Signs the demo user in, and waits for the page at `path`. */
export async function signIn(tab: Tab, path = '/customers'): Promise<void> {
  await tab.open(`/login?next=${encodeURIComponent(path)}`);
  await tab.fill('Username', DEMO_USER.username);
  await tab.fill('Password', DEMO_USER.password);
  await tab.press('button', 'Sign In');
  await tab.isAt(path);
}

/** Logs out. Nothing may be waiting. */
export async function logOut(tab: Tab): Promise<void> {
  await tab.press('button', 'Account menu');
  await tab.press('menuitem', 'Log out');
  await tab.isAt('/login');
}
