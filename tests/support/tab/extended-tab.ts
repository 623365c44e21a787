import type { Feature } from '../../../src/api/sync-api.ts';
import type { Fields } from '../../../src/domain/resource-spec.ts';
import { FakeBackend } from '../backend/fake-backend.ts';
import { ann } from '../records/mutations.ts';
import { atRest } from './scenario.ts';
import { TestTab } from './test-device.ts';

/** Returns a tab at rest, with a server that announces these features and has these customers. */
export async function anExtendedTab(
  features: readonly Feature[],
  rows: readonly Fields[] = [],
): Promise<{ backend: FakeBackend; tab: TestTab }> {
  const backend = new FakeBackend();
  for (const feature of features) backend.extensions.features.add(feature);
  for (const [n, row] of rows.entries()) backend.seed({ ...ann, email: `n${n}@example.com`, ...row });
  const tab = new TestTab(backend);
  await tab.signIn();
  await atRest(tab);
  return { backend, tab };
}
