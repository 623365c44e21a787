import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { runningPlacement } from '../../../domain/drying/drying-log.ts';
import { type Named, sharedLabels } from '../../../domain/drying/labels.ts';
import { chamberName, pointPlace, unitKind } from '../../../domain/drying/names.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { dryingWords } from '../../../words/drying.ts';

/** Two devices of one person took the same free label. Of two that are done with, nothing can be checked any more. */
export function SharedLabels({ log }: { readonly log: DryingLog }) {
  return sharedIn(log)
    .filter(({ isOpen }) => isOpen)
    .map(({ said }) => {
      const line = dryingWords.sharedLabel(said);
      return (
        <Notice key={line} tone="warning">
          {line}
        </Notice>
      );
    });
}

interface Shared {
  readonly said: Readonly<Record<'who' | 'label' | 'first' | 'second', string>>;
  /** At least one of both is still read or runs. */
  readonly isOpen: boolean;
}

export function sharedIn({ chambers, points, units }: DryingLog): Shared[] {
  return [
    ...sharedOf(chambers, chamberName, ({ dry }) => dry === null),
    ...sharedOf(
      points,
      (point) => `${point.name} · ${pointPlace(point)}`,
      ({ removed }) => removed === null,
    ),
    ...sharedOf(
      units,
      (unit) => `${unit.name} · ${unitKind(unit)}`,
      (unit) => runningPlacement(unit) !== null,
    ),
  ];
}

function sharedOf<Item extends Named>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  isOpen: (item: Item) => boolean,
): Shared[] {
  return sharedLabels(items).map(({ who, label, first, second }) => ({
    said: { who, label, first: nameOf(first), second: nameOf(second) },
    isOpen: isOpen(first) || isOpen(second),
  }));
}
