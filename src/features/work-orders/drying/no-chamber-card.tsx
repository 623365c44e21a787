import type { ChamberStatus } from '../../../domain/drying/chamber-status.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { dryingWords } from '../../../words/drying.ts';
import { ReadList } from './read-list.tsx';
import css from './readings.module.css';
import { useReadingsDialog } from './readings-dialog.tsx';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly log: DryingLog;
  readonly status: Pick<ChamberStatus, 'dehumidifiers' | 'points' | 'removedPoints'>;
}

/** Points and dehumidifiers whose chamber no entry names, as when its work order was deleted. */
export function NoChamberCard({ localId, record, log, status }: Props) {
  const { show, dialog } = useReadingsDialog({ localId, record, log });
  return (
    <section aria-labelledby="drying-no-chamber">
      <h2 id="drying-no-chamber" className={css.title}>
        {dryingWords.noChamber}
      </h2>
      <ReadList {...status} onShow={show} />
      {dialog}
    </section>
  );
}
