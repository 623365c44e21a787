import type { SignedStamp } from '../day/entries.ts';
import { labelKey } from '../day/text-blocks.ts';
import { type DryingFact, NOT_REMOVED, type Ref, setterKey, whoKey } from './drying-facts.ts';
import { reading, writeFacts } from './write-facts.ts';

/** Equal for equal facts of one writer and minute. */
export function factKey({ at, who }: Pick<SignedStamp, 'at' | 'who'>, fact: DryingFact): string {
  const plain = {
    ...fact,
    ...('ref' in fact && fact.ref && { ref: plainRef(fact.ref) }),
    ...('chamber' in fact && fact.chamber && { chamber: plainRef(fact.chamber) }),
    ...('who' in fact && { who: whoKey(fact.who) }),
  } as DryingFact;
  return [at, whoKey(who), ...writeFacts([plain])].join('\n');
}

function plainRef({ label, by }: Ref): Ref {
  return { label, by: by && setterKey(by) };
}

/** Names what the fact is about: the last fact about it counts. Null if every such fact counts, as of readings. */
export function topicOf(fact: DryingFact): string | null {
  const label = 'ref' in fact ? (fact.ref?.label ?? '') : '';
  switch (fact.word) {
    case 'air':
    case 'points':
    case 'running':
    case 'note':
      return null;
    case 'correct':
      return fact.value === NOT_REMOVED
        ? ['setting', label].join('\n')
        : [fact.day, fact.clock, whoKey(fact.who), label, fact.instead && reading(fact.instead)].join(' ');
    case 'dry':
    case 'reopened':
      return ['statement', label].join('\n');
    case 'altitude':
      return 'altitude';
    case 'job':
      return ['job', labelKey(fact.name)].join('\n');
    default:
      return ['setting', label].join('\n');
  }
}

/** True for what decides how many days equipment is billed for. */
export function isBilled(fact: DryingFact): boolean {
  return (
    fact.word === 'placed' || fact.word === 'removed' || (fact.word === 'changed' && fact.of === 'placed')
  );
}
