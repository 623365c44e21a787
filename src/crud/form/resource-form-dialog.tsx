import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Fields } from '../../domain/resource-spec.ts';
import { fieldLabel, resourceSpecs } from '../../domain/resource-specs.ts';
import { surelyRefused } from '../../outbox/mutation.ts';
import { type FoundDraft, findDraft, useDraftOffers } from '../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { listed } from '../../ui/text/format-values.tsx';
import { commonWords } from '../../words/common.ts';
import { begunWords, formWords } from '../../words/form.ts';
import { type FieldText, isSayable, useFieldText } from '../field-words.ts';
import { readable } from '../readable.ts';
import type { ResourceView } from '../resource-view.ts';
import { useNow } from '../time.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { changedMeanwhile, draftWords, resumeAsNew, resumeEdit } from './resumed-draft.ts';

/** Offers the last unsaved draft of the same record. A lazy chunk. */
export default function ResourceFormDialog(props: FormDialogProps) {
  const { view, row, above = false, note, onClose } = props;
  const services = useRecordServices();
  const now = useNow();
  const [found, setFound] = useState<FoundDraft | null>(null);
  const localId = row?.localId ?? null;
  const [problem, setProblem] = useState<string | null>(null);
  const { drafts, lookAgain } = useDraftOffers();
  const offered = drafts
    .filter((draft) => draft.resource === view.resource && draft.localId === localId)
    .at(-1);
  if (found) return <ResumedForm view={view} found={found} above={above} onClose={onClose} />;

  async function goOn(id: string): Promise<void> {
    setProblem(null);
    try {
      const draft = await findDraft(services, id);
      setFound(draft);
      if (draft) return;
      setProblem(begunWords.gone);
      lookAgain();
    } catch (error) {
      services.log.error('a draft could not be read', error);
      setProblem(begunWords.notOpened);
    }
  }

  const offer = offered && (
    <Notice
      tone="info"
      action={
        <Button variant="default" onClick={() => void goOn(offered.id)}>
          {commonWords.goOn}
        </Button>
      }
    >
      {draftWords(offered, now)}
    </Notice>
  );
  return (
    <FormDialog
      {...props}
      note={
        offer || problem !== null ? (
          <>
            {note}
            {offer}
            <ErrorAlert lines={problem === null ? [] : [problem]} />
          </>
        ) : (
          note
        )
      }
    />
  );
}

export interface ResumedFormProps {
  readonly view: ResourceView;
  readonly found: FoundDraft;
  readonly above?: boolean;
  readonly onClose: (saved: string | null) => void;
}

export function ResumedForm({ view, found, above = false, onClose }: ResumedFormProps) {
  const services = useRecordServices();
  const text = useFieldText(view.resource);
  const { draft, row, parked } = found;
  if (draft.localId === null) {
    return <FormDialog view={view} row={null} resumed={asItWas(found)} above={above} onClose={onClose} />;
  }
  if (row === null) {
    const { noun } = resourceSpecs[view.resource].label;
    return (
      <FormDialog
        view={view}
        row={null}
        resumed={resumeAsNew(services, draft)}
        note={<Notice tone="warning">{formWords.deletedSince({ noun })}</Notice>}
        above={above}
        onClose={onClose}
      />
    );
  }
  const decides = draft.decides && parked?.refusal?.reason === 'conflict';
  const refused = parked && parked.kind !== 'delete' && surelyRefused(parked) ? parked.refusal : null;
  const words = decides ? conflictWords(found, text) : changeWords(draft, row.view, text);
  return (
    <FormDialog
      view={view}
      row={row}
      resumed={resumeEdit(draft, row.view)}
      decides={decides}
      refusal={(refused?.reason === 'rejected' && refused) || undefined}
      note={words && <Notice tone="info">{words}</Notice>}
      above={above}
      onClose={onClose}
    />
  );
}

function asItWas({ draft }: FoundDraft) {
  return { draft, initial: draft.initial, fields: draft.fields };
}

function conflictWords({ parked, server, draft }: FoundDraft, text: FieldText): ReactNode {
  const theirs = readable(draft.resource, server ?? {});
  const fields = parked?.refusal?.conflict?.fields ?? [];
  const said = fields.map((field) => {
    const value = text(field, theirs[field]);
    const name = fieldLabel(field);
    if (!isSayable(value)) return formWords.otherText({ field: name });
    return formWords.fieldIs({ field: name, value: value || formWords.nothing });
  });
  return said.length > 0
    ? formWords.savingReplacesValues({ values: listed(said) })
    : formWords.savingReplaces;
}

/** Names fields that the user changed in the form and that changed in the record since. */
function changeWords(draft: FoundDraft['draft'], view: Fields, text: FieldText): ReactNode {
  const now = readable(draft.resource, view);
  const said = changedMeanwhile(draft, view).map((field) => {
    const value = text(field, now[field]);
    const name = fieldLabel(field);
    return isSayable(value) ? formWords.changedTo({ field: name, value: value || formWords.nothing }) : name;
  });
  return said.length > 0 && formWords.changedSince({ changes: listed(said) });
}
