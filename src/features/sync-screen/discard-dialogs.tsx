import { Button } from '@mantine/core';
import { useState } from 'react';
import { changeWords } from '../../crud/change-words.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { decideGroup, decideParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useWaitingDependants, useWaitingReferrers } from '../../records/referring-records.ts';
import type { ParkedEntry } from '../../records/refusal-groups.ts';
import { useHeldCount, useHoldingDocuments } from '../../records/signed-holds.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { signedHoldWords } from '../../words/documents.ts';
import { discardWords } from '../../words/sync.ts';
import { HeldDialog } from './held-dialog.tsx';

interface ChangeProps {
  readonly change: Mutation;
  readonly title: string;
  readonly onClose: () => void;
}

export function DiscardChange({ change, title, onClose }: ChangeProps) {
  const services = useRecordServices();
  const waiting = useWaitingDependants(change.resource, change.localId);
  const documents = useHoldingDocuments(change);
  const { label } = specOf(change.resource);
  if (waiting === undefined || documents === undefined) return null;
  if (documents.length > 0)
    return (
      <HeldDialog
        documents={documents}
        why={
          isRemoval(change)
            ? signedHoldWords.record({ noun: label.noun, count: documents.length })
            : signedHoldWords.entry
        }
        onClose={onClose}
      />
    );
  return (
    <DiscardDialog
      title={discardWords.title}
      question={questionFor(change, { change: changeWords(change, label), title, noun: label.noun })}
      notes={
        change.kind === 'create' && waiting > 0
          ? [discardWords.referring({ count: waiting, noun: label.noun })]
          : []
      }
      discard={() => decideParked(services, change.id, { what: 'discard' })}
      onClose={onClose}
    />
  );
}

function questionFor(
  { kind, refusal }: Mutation,
  names: { readonly change: string; readonly title: string; readonly noun: string },
): string {
  if (isRemoval({ kind, refusal })) return discardWords.removesRecord(names);
  return kind === 'delete' ? discardWords.keepsRecord(names) : discardWords.showsServers(names);
}

function isRemoval({ kind, refusal }: Pick<Mutation, 'kind' | 'refusal'>): boolean {
  return kind === 'create' || refusal?.reason === 'deletedOnServer';
}

interface GroupProps {
  readonly group: ParkedEntry;
  readonly names: string;
  readonly onClose: () => void;
}

const GROUP_QUESTIONS = {
  create: discardWords.removesRecords,
  update: discardWords.showsServersOfAll,
  delete: discardWords.keepsRecords,
};

export function DiscardGroup({ group: asked, names: askedNames, onClose }: GroupProps) {
  const services = useRecordServices();
  // Not updated when another tab decides some of the changes.
  const [{ group, names }] = useState({ group: asked, names: askedNames });
  const { changes } = group;
  const [{ resource, kind }] = changes;
  const count = changes.length;
  const referring = useWaitingReferrers(
    resource,
    changes.map(({ localId }) => localId),
  );
  const held = useHeldCount(changes);
  const nouns = specOf(resource).label.plural.toLowerCase();
  if (referring === undefined || held === undefined) return null;
  return (
    <DiscardDialog
      title={discardWords.titleAll({ count })}
      question={GROUP_QUESTIONS[kind]({ names, count, nouns })}
      notes={[
        ...(kind === 'create' && referring > 0 ? [discardWords.referringToAll({ count: referring })] : []),
        ...(held > 0 ? [signedHoldWords.group({ count: held })] : []),
      ]}
      areAllHeld={held === count}
      discard={() => decideGroup(services, group, { what: 'discard' })}
      waits
      onClose={onClose}
    />
  );
}

interface DialogProps {
  readonly title: string;
  readonly question: string;
  readonly notes: readonly string[];
  readonly discard: () => Promise<unknown>;
  /** Signed documents hold every change. */
  readonly areAllHeld?: boolean;
  /** Keeps the dialog open until all changes have been decided. */
  readonly waits?: boolean;
  readonly onClose: () => void;
}

function DiscardDialog({
  title,
  question,
  notes,
  discard,
  areAllHeld = false,
  waits = false,
  onClose,
}: DialogProps) {
  const [deciding, setDeciding] = useState(false);

  function decide(): void {
    setDeciding(true);
    void discard().finally(onClose);
  }

  return (
    <Dialog title={title} size="small" onClose={deciding && waits ? () => {} : onClose}>
      <span>{question}</span>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={deciding && waits} data-autofocus>
          {discardWords.keep}
        </Button>
        {!areAllHeld && (
          <Button color="red.9" loading={deciding} onClick={decide}>
            {discardWords.discard}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
