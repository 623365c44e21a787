import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { type Mutation, surelyRefused } from '../../outbox/mutation.ts';
import { decideParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { parkedChangeWords } from '../../words/sync-screen.ts';
import css from './sync-screen.module.css';

const DiscardConfirm = lazyPart(() => import('./discard-confirm.tsx'));

export interface WaysProps {
  readonly change: Mutation;
  /** The record that it belongs to; null where this device shows none. */
  readonly row: RecordRow<Fields> | null;
  readonly title: string;
}

/** The ways out of one change, named for those who only hear them. */
export function Ways({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div role="group" aria-label={parkedChangeWords.choices({ title })} className={css['ways']}>
      {children}
    </div>
  );
}

/** The server refused it for what it says. */
export function RejectedWays({ change, row, title }: WaysProps) {
  return (
    <Ways title={title}>
      <Edit change={change} row={row} refusal={change.refusal} />
      <Retry change={change}>{parkedChangeWords.tryAgain}</Retry>
      <Discard change={change} title={title} />
    </Ways>
  );
}

/** The record that it changes is gone from the server. */
export function DeletedWays({ change, row, title }: WaysProps) {
  const services = useRecordServices();
  return (
    <Ways title={title}>
      {row && (
        <Button
          variant="default"
          onClick={() => void decideParked(services, change.id, { what: 'recreate' })}
        >
          {parkedChangeWords.makeAgain}
        </Button>
      )}
      <Discard change={change} title={title} />
    </Ways>
  );
}

/** The server failed with it; only a new record that it surely has not can be edited in its place. */
export function ServerErrorWays({ change, row, title }: WaysProps) {
  return (
    <Ways title={title}>
      <Edit change={change} row={row} refusal={null} />
      <Retry change={change}>{parkedChangeWords.tryAgain}</Retry>
      <Discard change={change} title={title} />
    </Ways>
  );
}

/** The choices for a change that waited so long that a person is asked before it is sent. */
export function TooOldWays({ change, title }: WaysProps) {
  return (
    <Ways title={title}>
      <Retry change={change}>{parkedChangeWords.send}</Retry>
      <Discard change={change} title={title} />
    </Ways>
  );
}

type EditProps = Pick<WaysProps, 'change' | 'row'> & {
  /** The dialog's words about the server's answer. */
  readonly refusal: Mutation['refusal'];
};

/** Puts the record before the person, whose edit takes the change's place; nothing where it could not. */
function Edit({ change, row, refusal }: EditProps) {
  const view = useResourceView(change.resource);
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  if (!row || change.kind === 'delete' || !surelyRefused(change)) return null;
  return (
    <>
      <Button onClick={() => setEditing(true)}>{parkedChangeWords.editAndTryAgain}</Button>
      <LazySlot onClose={close}>
        {editing && (
          <ResourceFormDialog view={view} row={row} refusal={refusal ?? undefined} onClose={close} />
        )}
      </LazySlot>
    </>
  );
}

/** Sends it again as it is. */
export function Retry({ change, children }: { readonly change: Mutation; readonly children: ReactNode }) {
  const services = useRecordServices();
  return (
    <Button variant="default" onClick={() => void decideParked(services, change.id, { what: 'retry' })}>
      {children}
    </Button>
  );
}

/** Drops it, after a question. */
export function Discard({ change, title }: Pick<WaysProps, 'change' | 'title'>) {
  const [asking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {parkedChangeWords.discard}
      </Button>
      <LazySlot onClose={close}>
        {asking && <DiscardConfirm change={change} title={title} onClose={close} />}
      </LazySlot>
    </>
  );
}
