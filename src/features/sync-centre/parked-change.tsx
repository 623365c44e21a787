import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { changeWords } from '../../crud/change-words.ts';
import { ResourceFormDialog } from '../../crud/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import { type Mutation, surelyRefused } from '../../domain/mutation.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { retryParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { formatFull } from '../../ui/format-time.ts';
import { LazySlot } from '../../ui/lazy-slot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DiscardConfirm } from './lazy-discard-confirm.ts';
import { parkedWords } from './parked-words.ts';
import css from './sync-centre.module.css';
import { useChangedRecord } from './use-changed-record.ts';

/** A change that waits for a person: what it was, what the server said, and the ways out. */
export function ParkedChange({ change }: { readonly change: Mutation }) {
  const services = useRecordServices();
  const view = useResourceView(change.resource);
  const { label } = resourceSpecs[change.resource];
  const { row, title } = useChangedRecord(change);
  const [dialog, setDialog] = useState<'edit' | 'discard' | null>(null);
  const close = (): void => setDialog(null);
  const { refusal } = change;

  return (
    <li className={css['change']}>
      <p className={css['title']}>
        {row ? <Link to={`${view.path}/${change.localId}`}>{title}</Link> : title}
      </p>
      <p className={css['what']}>
        {changeWords(change, label)}
        {refusal && ` · ${formatFull(refusal.at)}`}
      </p>
      <div className={css['said']}>
        <Notice tone="error">
          {parkedWords(change, view).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      </div>
      {refusal?.reason === 'mayExistTwice' && (
        <p className={css['what']}>
          ‘Try again’ sends it once more, which makes a second {label.noun} if the first one arrived; ‘Discard
          my change’ drops it from this device and leaves the server as it is.
        </p>
      )}
      <div className={css['ways']}>
        {row && change.kind !== 'delete' && surelyRefused(change) && (
          <Button onClick={() => setDialog('edit')}>Edit and try again</Button>
        )}
        <Button variant="default" onClick={() => void retryParked(services, change.id)}>
          {refusal?.reason === 'conflict' ? 'Send mine anyway' : 'Try again'}
        </Button>
        <Button variant="default" onClick={() => setDialog('discard')}>
          Discard my change
        </Button>
      </div>
      <LazySlot onClose={close}>
        {dialog === 'edit' && row && (
          <ResourceFormDialog view={view} row={row} refusal={refusal ?? undefined} onClose={close} />
        )}
        {dialog === 'discard' && <DiscardConfirm change={change} title={title} onClose={close} />}
      </LazySlot>
    </li>
  );
}
