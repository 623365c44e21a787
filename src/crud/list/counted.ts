import type { ResourceLabel } from '../../domain/resource-spec.ts';
import { countWords } from '../../words/common.ts';

/** '1 customer', '1,204 customers'. */
export function counted(count: number, label: ResourceLabel): string {
  return countWords.records({ count, noun: label.noun, nouns: label.plural.toLowerCase() });
}
