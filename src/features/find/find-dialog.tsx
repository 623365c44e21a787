import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSessionState } from '../../auth/use-session.ts';
import { titleOf } from '../../crud/readable.ts';
import { useAllResourceViews } from '../../crud/resource-view.ts';
import type { FindQuestion } from '../../domain/find/find.ts';
import { type FindQuery, readQuery } from '../../domain/find/find-query.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { useSettings } from '../../records/company-settings.ts';
import { useRecent } from '../../records/find/recent.ts';
import { type RecordAnswer, useFind } from '../../records/find/use-find.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { BackIcon } from '../../ui/icons.ts';
import { findWords } from '../../words/find.ts';
import { useAppActions } from './app-actions.ts';
import css from './find.module.css';
import { FindFrame } from './find-frame.tsx';
import type { FindSection, FoundOption } from './find-option.ts';
import { useFindSections } from './find-sections.ts';
import { FindStatus, Hints } from './find-status.tsx';
import { KindChips } from './kind-chips.tsx';
import type { NextDialog } from './next-dialog.tsx';
import { OptionList } from './option-list.tsx';
import { type Copy, useRecordActions } from './record-actions.ts';
import { useChoice } from './use-choice.ts';

interface Props extends FindProps {
  readonly onNext: (next: NextDialog) => void;
}

export interface FindProps {
  /** Returns what was typed before the field had the focus, and "" if called again. */
  readonly typedBefore: () => string;
  /** The keyboard has Cmd in place of Ctrl. */
  readonly isApple: boolean;
  /** Null if the browser has no clipboard. */
  readonly copy: Copy | null;
  readonly onClose: () => void;
}

export function FindDialog({ typedBefore, isApple, copy, onNext, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [only, setOnly] = useState<ResourceName | null>(null);
  /** The record whose actions are shown in place of the results. */
  const [actsOn, setActsOn] = useState<FoundOption | null>(null);
  const query = useMemo(() => readQuery(typed), [typed]);
  const recent = useRecent();
  const question = useQuestion(typed, only, recent);
  const answer = useFind(question);
  const isSearch = isSearched(query);
  const answered = useMemo(() => readQuery(answer.typed), [answer.typed]);
  // Until the next answer, shows the hits of the last one, so that a key press redraws only the field.
  const shown = isSearch && isSearched(answered) ? answered : query;
  const isAsked = answer.typed === typed && answer.order === question.order;
  const isAnswered = !isSearch || (isAsked && answer.isOver);
  const actions = useAppActions(onNext);
  const results = useFindSections({ query: shown, only, answer, recent, actions });
  const { options, problem } = useRecordActions(actsOn, { onNext, copy });
  const label = actsOn
    ? findWords.actionsOf({ title: titleOf(actsOn.resource, actsOn.row.view) })
    : findWords.results;
  const sections = actsOn ? [{ key: 'acts', label, options }] : results;
  const isEmpty = sections.length === 0;
  const listId = useId();
  // Keys never choose a hit of an earlier text or of other kinds, nor nothing while records are being read.
  const isReady = isAnswered && !(isSearch && isEmpty && answer.reading.length > 0);
  const choice = useChoice({ sections, listId, isReady, onOnly: narrow, onClose });

  function narrow(kind: ResourceName | null): void {
    setOnly(kind);
    choice.reset();
  }

  function actOn(record: FoundOption | null): void {
    // A new object for each visit, so that `useRecordActions` starts again.
    setActsOn(record && { ...record });
    choice.reset();
  }

  function type(text: string): void {
    setTyped(text);
    actOn(null);
  }

  function focus(): void {
    const text = typedBefore();
    if (text !== '') type(text);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): boolean {
    const { selectionStart, value } = event.currentTarget;
    const record = choice.current?.record;
    if (event.key === 'ArrowRight' && isReady && record && selectionStart === value.length) actOn(record);
    else if (event.key === 'ArrowLeft' && actsOn) actOn(null);
    else return choice.press(event);
    return true;
  }

  return (
    <FindFrame
      typed={typed}
      listId={listId}
      activeId={choice.activeId}
      onFocus={focus}
      onType={type}
      onKey={press}
      onEscape={() => (actsOn ? actOn(null) : onClose())}
      onClose={onClose}
    >
      {actsOn ? (
        <button type="button" className={css.back} onClick={() => actOn(null)}>
          <BackIcon size={18} aria-hidden /> <span>{findWords.back}</span>
        </button>
      ) : (
        query.scope !== 'actions' && <KindChips only={only} onOnly={narrow} />
      )}
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <OptionList
        id={listId}
        label={label}
        sections={sections}
        idOf={choice.idOf}
        choose={choice.choose}
        markedId={choice.activeId}
        ways={shown.ways}
      />
      {!actsOn && (
        <FindStatus
          query={query}
          answer={answer}
          isAnswered={isAnswered}
          only={only}
          count={isSearch ? countOf(answer, results) : results.length}
        />
      )}
      <Hints isApple={isApple} />
    </FindFrame>
  );
}

/** False for actions alone, and for an empty field. */
function isSearched({ scope, text }: FindQuery): boolean {
  return scope !== 'actions' && text !== '';
}

/** Counts also the records that are not listed. */
function countOf({ kinds }: RecordAnswer, sections: readonly FindSection[]): number {
  const actions = sections.find(({ key }) => key === 'actions')?.options ?? [];
  return kinds.reduce((sum, { found }) => sum + found, actions.length);
}

/** Hits of each kind beside the others, and of a kind alone. */
const FEW = 5;
const MANY = 50;
const LATELY_MS = 7 * 24 * 60 * 60_000;
/** After the kind of the screen. */
const ORDER = ['customers', 'workOrders', 'estimates', 'projects'] as const;

function useQuestion(
  typed: string,
  only: ResourceName | null,
  recent: ReturnType<typeof useRecent>,
): FindQuestion {
  const { clock } = useRecordServices();
  const { pathname } = useLocation();
  const open = useAllResourceViews().find(({ path }) => pathname.startsWith(path))?.resource;
  const session = useSessionState();
  const username = session.status === 'signedOut' ? '' : session.account.username;
  const me = useSettings()?.myName.trim() || username;
  const order = useMemo(() => {
    if (only) return [only];
    return open ? [open, ...ORDER.filter((kind) => kind !== open)] : ORDER;
  }, [only, open]);
  return useMemo(() => {
    const lately = recent.filter(({ at }) => clock.now() - at < LATELY_MS);
    const bonuses = { opened: new Set(lately.map(({ localId }) => localId)), me };
    return { typed, order, most: only ? MANY : FEW, bonuses };
  }, [typed, only, order, recent, me, clock]);
}
