import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { useStateWords } from '../../crud/change-words.ts';
import { DownloadProgress } from '../../crud/list/device-copy.tsx';
import { useNow } from '../../crud/time.tsx';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { useSettingsState } from '../../records/company-settings.ts';
import { type Questions, useQuestions } from '../../records/questions.ts';
import { groupRefused, type ParkedEntry } from '../../records/refusal-groups.ts';
import { useParkedWindow, useWaitingWindow, useWaits } from '../../records/use-outbox.ts';
import { type SyncStatus, usePulledAt, useSyncStatus } from '../../records/use-sync-status.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/product.tsx';
import { formatMoment } from '../../ui/text/format-date.ts';
import { formatCount } from '../../words/formats.ts';
import { syncScreenWords } from '../../words/sync.ts';
import { type AskedRecord, useAskedRecord } from './asked-record.ts';
import { More } from './change-card.tsx';
import { type CopyProps, DayReceiptPanel } from './day-receipt.tsx';
import { AbsenceQuestion, EvictionNotice, LostEntryQuestion, TooOldAll } from './device-questions.tsx';
import { SecondRowQuestion } from './duplicate-questions.tsx';
import { EditInTurn } from './edit-in-turn.tsx';
import { FilesSection } from './files-section.tsx';
import { FinishedChanges } from './finished-changes.tsx';
import { canSyncNow, HeldNotice, SyncNow, useHeld } from './held-notice.tsx';
import { ParkedChange } from './parked-change.tsx';
import { RefusedGroup } from './refused-group.tsx';
import { LoadedGroup } from './rescue/loaded-group.tsx';
import { RescueSection } from './rescue/rescue-section.tsx';
import { StorageMeter } from './storage-meter.tsx';
import css from './sync-screen.module.css';
import { AskedSettings, WaitingChange, WaitingDeletions, WaitingSettings } from './waiting-change.tsx';

const WINDOW = 50;
/** How many parked changes are searched for groups with the same refusal. */
const GROUPED_OF = 2000;

export interface SyncScreenProps extends CopyProps {
  readonly onSignIn: () => void;
  /** The check before work without a signal. */
  readonly Ready: ComponentType;
}

export default function SyncScreen({ onSignIn, Ready, copy }: SyncScreenProps) {
  usePageTitle(syncScreenWords.title);
  const status = useSyncStatus();
  const questions = useQuestions();
  const settings = useSettingsState();
  const pulledAt = usePulledAt();
  const asked = useAskedRecord();
  // Kept here, because the group's card disappears when too few of its changes are left.
  const [edited, setEdited] = useState<ParkedEntry | null>(null);
  const reasons = status?.reasons ?? [];
  const held = useHeld(status);
  const now = useNow();
  const quiet = status && status.waiting + status.attention === 0;

  return (
    <>
      <PageHeader
        inBar
        title={syncScreenWords.title}
        note={
          typeof pulledAt === 'number' && syncScreenWords.lastFetched({ time: formatMoment(pulledAt, now) })
        }
      >
        {held?.button !== 'sync' && held?.button !== 'signIn' && canSyncNow(reasons) && <SyncNow />}
      </PageHeader>
      {status && <HeldNotice status={status} onSignIn={onSignIn} />}
      <Ready />
      {status && settings && <DayReceiptPanel copy={copy} status={status} settings={settings.waiting} />}
      {RESOURCE_NAMES.map((resource) => (
        <DownloadProgress key={resource} resource={resource} />
      ))}
      {asked?.settled && (
        <div className={css.notice} role="status">
          <Notice tone="info">
            {asked.title === null
              ? syncScreenWords.noChanges
              : syncScreenWords.noChangesTo({ title: asked.title })}
          </Notice>
        </div>
      )}
      <FilesSection />
      {status && settings && questions && status.attention > 0 && (
        <Attention
          status={status}
          settings={settings}
          questions={questions}
          asked={asked}
          onEdit={setEdited}
        />
      )}
      {status && settings && status.waiting > 0 && (
        <Waiting status={status} settings={settings} asked={asked} />
      )}
      {quiet && (
        <EmptyState picture="dry" title={syncScreenWords.allSent}>
          {syncScreenWords.allOnServer}
        </EmptyState>
      )}
      {edited && <EditInTurn group={edited} onClose={() => setEdited(null)} />}
      <Finished />
      <RescueSection />
      <StorageMeter />
    </>
  );
}

interface ListProps {
  readonly status: SyncStatus;
  readonly settings: NonNullable<ReturnType<typeof useSettingsState>>;
  readonly asked: AskedRecord | null;
}

interface AttentionProps extends ListProps {
  readonly questions: Questions;
  readonly onEdit: (group: ParkedEntry) => void;
}

function Attention({ status, settings, questions, asked, onEdit }: AttentionProps) {
  const [limit, setLimit] = useState(WINDOW);
  const parked = useParkedWindow(GROUPED_OF, asked);
  const entries = useMemo(() => parked && groupRefused(parked), [parked]);
  const { duplicates, absences, eviction, lostEntries } = questions;
  if (!entries) return null;
  const isAsked = ({ id }: Mutation): boolean => id === asked?.changeId;
  const shown = entries.filter(({ changes }, n) => n < limit || changes.some(isAsked));
  const shownChanges = shown.reduce((count, { changes }) => count + changes.length, 0);
  return (
    <List id="attention" heading={syncScreenWords.attention} count={status.attention}>
      <TooOldAll />
      <ul className={css.changes}>
        {eviction && <EvictionNotice eviction={eviction} />}
        {settings.asks > 0 && <AskedSettings asks={settings.asks} />}
        {absences.map((absence) => (
          <AbsenceQuestion key={absence.resource} question={absence} />
        ))}
        {lostEntries.map((entry) => (
          <LostEntryQuestion key={`${entry.localId} ${entry.key}`} entry={entry} />
        ))}
        {shown.map((entry) => {
          const [first, ...others] = entry.changes;
          const askedId = entry.changes.find(isAsked)?.id ?? null;
          if (others.length > 0 && first.refusal?.reason === 'fromFile')
            return <LoadedGroup key={entry.key} group={entry} askedId={askedId} />;
          return others.length === 0 ? (
            <ParkedChange key={first.id} change={first} asked={isAsked(first)} />
          ) : (
            <RefusedGroup key={entry.key} group={entry} askedId={askedId} onEdit={onEdit} />
          );
        })}
        {duplicates.slice(0, limit).map((duplicate) => (
          <SecondRowQuestion key={duplicate.id} question={duplicate} />
        ))}
      </ul>
      <More
        left={status.parked - shownChanges + Math.max(0, duplicates.length - limit)}
        onMore={() => setLimit(limit + WINDOW)}
      />
    </List>
  );
}

function Waiting({ status, settings, asked }: ListProps) {
  const [limit, setLimit] = useState(WINDOW);
  const window = useWaitingWindow(limit, asked);
  const waits = useWaits(window?.changes);
  const stateWords = useStateWords();
  if (!window) return null;
  return (
    <List id="waiting" heading={syncScreenWords.waiting} count={status.waiting}>
      <ul className={css.changes}>
        {settings.waiting > 0 && <WaitingSettings />}
        {window.groups.map((group) => (
          <WaitingDeletions key={group.id} group={group} />
        ))}
        {window.changes.map((change) => (
          <WaitingChange
            key={change.id}
            change={change}
            wait={waits.get(change.id)}
            state={stateWords(change)}
            asked={change.id === asked?.changeId}
          />
        ))}
      </ul>
      <More left={window.more(status.waiting - settings.waiting)} onMore={() => setLimit(limit + WINDOW)} />
    </List>
  );
}

interface SectionProps {
  readonly id: string;
  readonly heading: string;
  readonly count: number;
  readonly children: ReactNode;
}

function List({ id, heading, count, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        <span>{heading}</span> <span className={css.count}>{formatCount(count)}</span>
      </h2>
      {children}
    </section>
  );
}

function Finished() {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="finished">
      <h2 id="finished" className={css.heading}>
        <button type="button" className={css.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          {syncScreenWords.finished}
        </button>
      </h2>
      {open && <FinishedChanges />}
    </section>
  );
}
