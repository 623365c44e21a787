import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ResumedForm } from '../../crud/form/lazy-dialogs.ts';
import { draftWords } from '../../crud/form/resumed-draft.ts';
import { titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-link.tsx';
import { type ResourceView, useAllResourceViews } from '../../crud/resource-view.ts';
import { useNow } from '../../crud/time.tsx';
import { attachmentSpec } from '../../domain/attachment.ts';
import { addsDrying } from '../../domain/drying/drying-facts.ts';
import { readText } from '../../domain/field.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { isListed } from '../../domain/resource-specs.ts';
import {
  discardDraft,
  type FoundDraft,
  findDraft,
  useDraftOffers,
} from '../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useRecord, useReferenced } from '../../records/use-records.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { begunWords } from '../../words/form.ts';
import { draftNoticeWords } from '../../words/frame.ts';
import css from './draft-notice.module.css';

/** Few at first, because the notice is on every screen. */
const SHOWN = 2;

export default function DraftNotice() {
  const services = useRecordServices();
  const views = useAllResourceViews();
  const { drafts: offered, lookAgain } = useDraftOffers();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [form, setForm] = useState<{ readonly found: FoundDraft; readonly view: ResourceView } | null>(null);
  const [asked, setAsked] = useState<FoundDraft['draft'] | null>(null);
  const [all, setAll] = useState(false);
  /** Shown until the screen changes. */
  const [problem, setProblem] = useState<{ readonly text: string; readonly on: string } | null>(null);
  const drafts = offered.filter(({ id }) => id !== form?.found.draft.id).reverse();
  const shown = all ? drafts : drafts.slice(0, SHOWN);
  const close = (): void => setForm(null);

  function goOn({ id, resource }: FoundDraft['draft']): void {
    findDraft(services, id).then(
      (found) => {
        const view = views.find((one) => one.resource === resource);
        const photo = found && photoPath(views, found);
        setProblem(found ? null : { text: begunWords.gone, on: key });
        if (photo) void navigate(photo);
        else if (!found || !view) lookAgain();
        else if (addsReadings(found.draft) && found.row) void navigate(readingsPath(view, found.row, id));
        else setForm({ found, view });
      },
      (error: unknown) => {
        services.log.error('a draft could not be read', error);
        setProblem({ text: begunWords.notOpened, on: key });
      },
    );
  }

  const reopen = useEffectEvent(goOn);
  useEffect(() => {
    const left = services.leftForms.reopen('draft');
    if (left) reopen(left.row);
  }, [services]);

  function discard(draft: FoundDraft['draft']): void {
    setAsked(null);
    void discardDraft(services, draft.id);
  }

  return (
    <>
      {drafts.length > 0 && (
        <section aria-label={draftNoticeWords.heading} data-no-print className={css.place}>
          <Notice tone="info">
            <ul className={css.drafts}>
              {shown.map((draft) => (
                <DraftOffer
                  key={draft.id}
                  draft={draft}
                  onGoOn={() => goOn(draft)}
                  onDiscard={() => setAsked(draft)}
                />
              ))}
            </ul>
            {drafts.length > shown.length && (
              <Button variant="subtle" onClick={() => setAll(true)}>
                {draftNoticeWords.showAll({ count: drafts.length })}
              </Button>
            )}
          </Notice>
        </section>
      )}
      <ErrorAlert lines={problem?.on === key ? [problem.text] : []} />
      <LazySlot onClose={close}>{form && <ResumedForm {...form} onClose={close} />}</LazySlot>
      {asked && <DiscardDraft onKeep={() => setAsked(null)} onDiscard={() => discard(asked)} />}
    </>
  );
}

interface DiscardProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

function DiscardDraft({ onKeep, onDiscard }: DiscardProps) {
  return (
    <Dialog title={draftNoticeWords.discardQuestion} size="small" onClose={onKeep}>
      {draftNoticeWords.discardConsequence}
      <DialogButtons>
        <Button variant="default" onClick={onKeep} data-autofocus>
          {draftNoticeWords.keep}
        </Button>
        <Button color="red.9" onClick={onDiscard}>
          {draftNoticeWords.discard}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface Props {
  readonly draft: FoundDraft['draft'];
  readonly onGoOn: () => void;
  readonly onDiscard: () => void;
}

function DraftOffer(props: Props) {
  const { resource } = props.draft;
  return isListed(resource) ? <RecordOffer {...props} resource={resource} /> : <PhotoOffer {...props} />;
}

function RecordOffer({ resource, ...props }: Props & { readonly resource: ResourceName }) {
  const { localId } = props.draft;
  const { row, complete } = useReferenced(resource, localId);
  const isGone = localId !== null && complete && !row;
  return <Offer {...props} isGone={isGone} called={localId === null ? newTitle(props.draft) : ''} />;
}

/** If the photo is gone, its text can be read only here. */
function PhotoOffer({ onGoOn, ...props }: Props) {
  const { localId, fields } = props.draft;
  const isGone = useRecord('attachments', localId ?? '') === null;
  const onlyIfThere = isGone ? {} : { onGoOn };
  return <Offer {...props} {...onlyIfThere} isGone={isGone} called={readText(fields['caption'])} />;
}

interface OfferProps extends Omit<Props, 'onGoOn'>, Partial<Pick<Props, 'onGoOn'>> {
  readonly isGone: boolean;
  readonly called: string;
}

function Offer({ draft, isGone, called, onGoOn, onDiscard }: OfferProps) {
  const words = draftWords(draft, useNow(), addsReadings(draft) ? begunWords.reading : undefined);
  return (
    <li className={css.draft}>
      <p className={css.words}>
        <span>{words}</span>
        {isGone && <span> {draftNoticeWords.deletedSince}</span>}
        {called && <span className={css.called}>{called}</span>}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
      <div role="group" aria-label={words} className={css.ways}>
        <Button variant="default" onClick={onDiscard}>
          {draftNoticeWords.discard}
        </Button>
        {/* Comes last, where a list's 'Add' was before the notice appeared, so a press meant for 'Add' loses nothing. */}
        {onGoOn && (
          <Button variant="default" onClick={onGoOn}>
            {draftNoticeWords.goOn}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Goes on in the viewer of the photos, not in a form of its own. */
function photoPath(views: readonly ResourceView[], { draft, row }: FoundDraft): string | null {
  if (draft.resource !== 'attachments' || !row) return null;
  const parent = attachmentSpec.references.find(({ field }) => readText(row.view[field]) !== '');
  const view = views.find(({ resource }) => resource === parent?.to);
  if (!parent || !view) return null;
  const record = { localId: readText(row.view[parent.field]), serverId: undefined };
  const asked = new URLSearchParams({ tab: 'photos', photo: row.localId, draft: draft.id });
  return `${recordPath(view.path, record)}?${asked}`;
}

/** Goes on in the screen for readings, not in the form. */
function addsReadings({ resource, initial, fields }: FoundDraft['draft']): boolean {
  return resource === 'workOrders' && addsDrying(readText(initial['notes']), readText(fields['notes']));
}

function readingsPath({ path }: ResourceView, row: NonNullable<FoundDraft['row']>, draft: string): string {
  return `${recordPath(path, row)}/readings?draft=${encodeURIComponent(draft)}`;
}

function newTitle({ resource, initial, fields }: FoundDraft['draft']): string {
  const title = (of: Fields): string => titleOf(resource, of);
  return title(fields) === title(initial) ? '' : title(fields);
}
