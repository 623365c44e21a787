import { useState } from 'react';
import type { ChamberStatus } from '../../../domain/drying/chamber-status.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { dryingWords } from '../../../words/drying.ts';
import { ReadList } from './read-list.tsx';
import css from './readings.module.css';
import { ReadingsDialog, type Shown } from './readings-dialog.tsx';

interface Props {
  readonly localId: string;
  readonly log: DryingLog;
  readonly status: Pick<ChamberStatus, 'dehumidifiers' | 'points'>;
}

/** Points and dehumidifiers whose chamber stands in no entry, as when its work order was deleted. */
export function NoChamberCard({ localId, log, status }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <section aria-labelledby="drying-no-chamber">
      <h2 id="drying-no-chamber" className={css.title}>
        {dryingWords.noChamber}
      </h2>
      <ReadList {...status} onShow={setShown} />
      {shown !== null && (
        <ReadingsDialog localId={localId} log={log} of={shown} onClose={() => setShown(null)} />
      )}
    </section>
  );
}
