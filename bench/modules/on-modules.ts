import type { Line, Measured } from '../frame/line.ts';
import type { ModuleFunctions } from '../page/modules.ts';
import { BenchPage } from './bench-page.ts';

export async function onModules(
  measure: (page: BenchPage<ModuleFunctions>) => Promise<readonly Line[]>,
): Promise<Measured> {
  const page = await BenchPage.open<ModuleFunctions>('page/modules.html');
  try {
    return { browser: page.browser, lines: await measure(page) };
  } finally {
    await page.close();
  }
}
