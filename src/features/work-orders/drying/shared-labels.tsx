import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { runningPlacement } from '../../../domain/drying/drying-log.ts';
import { type Named, sharedLabels } from '../../../domain/drying/labels.ts';
import { chamberName, pointPlace, unitKind } from '../../../domain/drying/names.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { dryingWords } from '../../../words/drying.ts';

/** Two devices of one person took the same free label. */
export function SharedLabels({ log }: { readonly log: DryingLog }) {
  const { chambers, points, units } = log;
  const lines = [
    ...linesOf(
      chambers.filter(({ dry }) => dry === null),
      chamberName,
    ),
    ...linesOf(
      points.filter(({ removed }) => removed === null),
      (point) => `${point.name} · ${pointPlace(point)}`,
    ),
    ...linesOf(
      units.filter((unit) => runningPlacement(unit) !== null),
      (unit) => `${unit.name} · ${unitKind(unit)}`,
    ),
  ];
  return lines.map((line) => (
    <Notice key={line} tone="warning">
      {line}
    </Notice>
  ));
}

function linesOf<Item extends Named>(items: readonly Item[], nameOf: (item: Item) => string): string[] {
  return sharedLabels(items).map(({ who, label, first, second }) =>
    dryingWords.sharedLabel({ who, label, first: nameOf(first), second: nameOf(second) }),
  );
}
