import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useRecordServices } from '../../records/records-context.ts';
import { requestSync } from '../../records/requests.ts';
import { usePulledAt } from '../../records/use-pulled-at.ts';
import { useOutboxWindow, useParked, useSyncStatus } from '../../records/use-sync-status.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { SyncIcon } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { heldSentence } from './held-words.ts';
import { ParkedChange } from './parked-change.tsx';
import css from './sync-centre.module.css';
import { WaitingChange } from './waiting-change.tsx';

/** /sync: what needs a person, what waits, and why nothing is moving. */
export default function SyncCentreScreen() {
  usePageTitle('Sync centre');
  const services = useRecordServices();
  const status = useSyncStatus();
  const pulledAt = usePulledAt();
  const parked = useParked();
  const open = useOutboxWindow('open');
  const now = services.clock.now();
  const held = status ? heldSentence(status.reasons) : null;

  return (
    <>
      <PageHeader
        title="Sync centre"
        note={typeof pulledAt === 'number' && `Last fetched ${formatMoment(pulledAt, now)}`}
      >
        <Button
          variant="default"
          leftSection={<SyncIcon size={18} aria-hidden />}
          onClick={() => void requestSync(services)}
        >
          Sync now
        </Button>
      </PageHeader>
      {held && (
        <div className={css['notice']}>
          <Notice tone="warning">{held}</Notice>
        </div>
      )}
      {parked && parked.length > 0 && status && (
        <section aria-labelledby="attention">
          <h2 id="attention" className={css['heading']}>
            Needs attention <span className={css['count']}>{status.attention}</span>
          </h2>
          <ul className={css['changes']}>
            {parked.map((change) => (
              <ParkedChange key={change.id} change={change} />
            ))}
          </ul>
          <More shown={parked.length} total={status.attention} />
        </section>
      )}
      {open && open.length > 0 && status && (
        <section aria-labelledby="waiting">
          <h2 id="waiting" className={css['heading']}>
            Waiting to be sent <span className={css['count']}>{status.waiting}</span>
          </h2>
          <ul className={css['changes']}>
            {open.map((change) => (
              <WaitingChange key={change.id} change={change} />
            ))}
          </ul>
          <More shown={open.length} total={status.waiting} />
        </section>
      )}
      {parked?.length === 0 && open?.length === 0 && (
        <EmptyState title="Nothing waits">Every change made on this device is on the server.</EmptyState>
      )}
    </>
  );
}

/** A window shows the first 50 only. */
function More({ shown, total }: { readonly shown: number; readonly total: number }) {
  return total > shown ? <p className={css['more']}>and {total - shown} more</p> : null;
}
