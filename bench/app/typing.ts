import type { MeasuredPage } from './app-browser.ts';
import { searchBox } from './screens.ts';

/** Names, a word of many, and letters that nearly everything has. */
const WORDS = ['anderson', 'maria garcia', 'example', 'properties', 'e', 'olson.12'];
/** A fast typist. */
const BETWEEN_KEYS_MS = 120;
const SETTLE_MS = 600;

/**
 * Types a word into the list's search box and takes it back, key by key. Returns the worst of what a person waits for:
 * a key until the next paint, or a task that would hold up the next one. In ms; keys below 16 ms are not told of.
 */
export async function worstKey(app: MeasuredPage, round: number): Promise<number> {
  const { page } = app;
  const word = WORDS[Math.max(round, 0) % WORDS.length] ?? '';
  await searchBox(page).focus();
  await app.clearProbe();
  await page.keyboard.type(word, { delay: BETWEEN_KEYS_MS });
  await page.waitForTimeout(SETTLE_MS);
  for (const _ of word) await page.keyboard.press('Backspace', { delay: BETWEEN_KEYS_MS });
  await page.waitForTimeout(SETTLE_MS);
  const { keys, longTasks } = await app.probe();
  return Math.max(0, ...[...keys, ...longTasks].map(({ ms }) => ms));
}
