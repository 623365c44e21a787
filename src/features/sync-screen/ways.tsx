import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-view.ts';
import { SavePhoto } from '../../crud/save-photo.tsx';
import { SavedElsewhere } from '../../crud/saved-elsewhere.tsx';
import { attachmentsIn, isDocument } from '../../domain/attachment.ts';
import { readText } from '../../domain/field.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { type Mutation, type ServerRefusal, surelyRefused } from '../../outbox/mutation.ts';
import { decideParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { conflictWords, parkedChangeWords } from '../../words/sync.ts';
import { Ways } from './change-card.tsx';
import { DiscardChange } from './discard-dialogs.tsx';

export interface ParkedProps {
  readonly change: Mutation;
  readonly row: RecordRow<Fields> | null;
  readonly title: string;
}

interface ParkedWaysProps extends ParkedProps {
  readonly reason: Exclude<ServerRefusal['reason'], 'conflict' | 'mayExistTwice'>;
}

export function ParkedWays({ reason, change, row, title }: ParkedWaysProps) {
  return (
    <Ways label={parkedChangeWords.choices({ title })}>
      <FirstWays reason={reason} change={change} row={row} />
      {change.resource === 'attachments' && row && (
        <SavePhoto
          sha256={readText(row.view['sha256'])}
          name={readText(row.view['name'])}
          mediaType={readText(row.view['media_type'])}
        />
      )}
      <LastWay change={change} row={row} title={title} />
    </Ways>
  );
}

function FirstWays({ reason, change, row }: Omit<ParkedWaysProps, 'title'>) {
  const services = useRecordServices();
  switch (reason) {
    case 'rejected':
    case 'serverErrors':
      return (
        <>
          <Edit change={change} row={row} refusal={reason === 'rejected' ? change.refusal : null} />
          <Retry change={change}>
            {attachmentsIn(change.refusal?.body) === undefined
              ? parkedChangeWords.tryAgain
              : conflictWords.deleteAnyway}
          </Retry>
        </>
      );
    case 'deletedOnServer':
      return (
        row && (
          <Button
            variant="default"
            onClick={() => void decideParked(services, change.id, { what: 'recreate' })}
          >
            {parkedChangeWords.makeAgain}
          </Button>
        )
      );
    case 'fromFile':
    case 'tooOld':
      return <Retry change={change}>{parkedChangeWords.send}</Retry>;
    default:
      return reason satisfies never;
  }
}

type EditProps = Pick<ParkedProps, 'change' | 'row'> & {
  readonly refusal: Mutation['refusal'];
};

/** Renders nothing if the server may already have the change. */
function Edit({ change, row, refusal }: EditProps) {
  const view = useResourceView(change.resource);
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  if (!view || !row || change.kind === 'delete' || !surelyRefused(change)) return null;
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

export function Retry({ change, children }: { readonly change: Mutation; readonly children: ReactNode }) {
  const services = useRecordServices();
  return (
    <Button variant="default" onClick={() => void decideParked(services, change.id, { what: 'retry' })}>
      {children}
    </Button>
  );
}

/** A signed document is not discarded. It leaves once a person has said that it is saved elsewhere. */
export function LastWay({ change, row, title }: ParkedProps) {
  const record = row?.view ?? valuesOf(change.fields);
  const isGone = change.kind === 'create' || change.refusal?.reason === 'deletedOnServer';
  if (!isDocument(record) || !isGone) return <Discard change={change} title={title} />;
  return <SavedElsewhere localId={change.localId} name={readText(record['name'])} />;
}

function Discard({ change, title }: Pick<ParkedProps, 'change' | 'title'>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {parkedChangeWords.discard}
      </Button>
      {asking && <DiscardChange change={change} title={title} onClose={() => setAsking(false)} />}
    </>
  );
}
