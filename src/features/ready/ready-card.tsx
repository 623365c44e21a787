import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSessionState } from '../../auth/use-session.ts';
import { useNow } from '../../crud/time.tsx';
import {
  READY_LINES,
  type ReadyFacts,
  type ReadyLine,
  type ReadyTodo,
  type ReadyVerdict,
  readyVerdict,
  staleReason,
} from '../../domain/ready.ts';
import { checkReady } from '../../records/ready/check-ready.ts';
import { useChecks } from '../../records/ready/checks.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { AttentionIcon, DoneIcon, InfoIcon, OpenStepIcon } from '../../ui/icons.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { frameWords, updateWords } from '../../words/frame.ts';
import { readyLineNames, readyStates, readyTodos, readyWords } from '../../words/ready.ts';
import { installWords } from '../../words/settings-and-about.ts';
import { resumeWords } from '../../words/sync.ts';
import css from './ready-card.module.css';
import { findingWords, todoWords } from './ready-words.ts';

export interface ReadyCardProps {
  /** Null if the app cannot be installed here, or is. */
  readonly onInstall: (() => void) | null;
  /** `isFound`: a new version waits. `isReady`: the user can take it now. */
  readonly update: { readonly isFound: boolean; readonly isReady: boolean; readonly apply: () => void };
  /** Opens the sign-in of a session that has expired. */
  readonly onSignIn: () => void;
  /** Opens it over the session that still holds. */
  readonly onSignInAgain: (onDone: () => void) => void;
  /** A tab of a browser on iPhone or iPad, whose data may be cleared. */
  readonly isSiteOnIos: boolean;
}

/** Says before a drive whether the day's work is on this device, or the one thing to do. */
export default function ReadyCard(props: ReadyCardProps) {
  const checks = useChecks();
  const status = useSyncStatus();
  const now = useNow();
  if (!checks || !status) return null;
  const { running, kept, stuck } = checks;
  if (running) return <Running facts={running} {...props} />;
  if (kept === null) return <Never />;
  const stale = staleReason(kept, {
    now,
    stuck,
    clockAhead: status.clockAhead,
    isUpdateReady: props.update.isFound,
    held: status.held,
  });
  return stale === null ? (
    <Fresh facts={kept} now={now} isConnected={status.reasons.length === 0} {...props} />
  ) : (
    <Stale facts={kept} now={now} reason={stale} {...props} />
  );
}

interface CardProps {
  readonly state?: 'ready' | 'todo';
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function Card({ state, title, children }: CardProps) {
  return (
    <section aria-labelledby="ready" className={css.card} data-state={state} data-no-print>
      <h2 id="ready" className={css.title}>
        {state === 'ready' && <DoneIcon size={24} aria-hidden />}
        {state === 'todo' && <AttentionIcon size={24} aria-hidden />}
        <span>{title}</span>
      </h2>
      {children}
    </section>
  );
}

function Never() {
  return (
    <Card title={readyWords.question}>
      <p>{readyWords.why}</p>
      <div className={css.ways}>
        <CheckButton />
      </div>
    </Card>
  );
}

interface FactsProps extends ReadyCardProps {
  readonly facts: ReadyFacts;
}

function Running({ facts, onInstall, isSiteOnIos }: FactsProps) {
  const verdict = readyVerdict(facts, onInstall !== null);
  return (
    <Card title={readyWords.question}>
      <p role="status">{readyWords.checking}</p>
      <Lines facts={facts} verdict={verdict} isSiteOnIos={isSiteOnIos} />
    </Card>
  );
}

interface FreshProps extends FactsProps {
  readonly now: number;
  readonly isConnected: boolean;
}

function Fresh({ facts, now, isConnected, ...props }: FreshProps) {
  const verdict = readyVerdict(facts, props.onInstall !== null);
  const { todo } = verdict;
  const time = formatMoment(facts.at, now);
  const lines = { facts, verdict, isSiteOnIos: props.isSiteOnIos };
  if (todo === null)
    return (
      <Card state="ready" title={readyWords.ready({ time, count: facts.data?.records ?? 0 })}>
        <div className={css.ways}>
          <CheckButton />
        </div>
        <Checked {...lines} />
      </Card>
    );
  return (
    <Card state="todo" title={readyWords.notYet({ time })}>
      <p className={css.todo}>{todoWords(todo, facts)}</p>
      <div className={css.ways}>
        <TodoButton todo={todo} facts={facts} isConnected={isConnected} {...props} />
        <CheckButton />
      </div>
      <Checked {...lines} />
    </Card>
  );
}

interface StaleProps extends FactsProps {
  readonly reason: NonNullable<ReturnType<typeof staleReason>>;
  readonly now: number;
}

function Stale({ facts, reason, now, onInstall }: StaleProps) {
  const time = formatMoment(facts.at, now);
  const { isReady } = readyVerdict(facts, onInstall !== null);
  return (
    <Card title={isReady ? readyWords.readyAt({ time }) : readyWords.notReadyAt({ time })}>
      <p>{reason === 'day' ? readyWords.staleByDay : readyWords.staleByChange}</p>
      <div className={css.ways}>
        <CheckButton />
      </div>
    </Card>
  );
}

function useCheck(): () => void {
  const services = useRecordServices();
  const session = useSessionState();
  const username = 'account' in session ? session.account.username : '';
  return () => void checkReady(services, username);
}

function CheckButton() {
  return (
    <Button variant="default" onClick={useCheck()}>
      {readyWords.check}
    </Button>
  );
}

interface TodoProps extends FactsProps {
  readonly todo: ReadyTodo;
  readonly isConnected: boolean;
}

function TodoButton({ todo, facts, isConnected, onInstall, update, onSignIn, onSignInAgain }: TodoProps) {
  const { pathname } = useLocation();
  switch (todo) {
    case 'held':
      return facts.data?.held === 'signedOut' ? (
        <Button onClick={onSignIn}>{resumeWords.signIn}</Button>
      ) : null;
    case 'stuck':
      // Sync shows them below.
      return pathname === '/sync' ? null : (
        <Button component={Link} to="/sync">
          {frameWords.openSync}
        </Button>
      );
    case 'update':
      return update.isReady ? <Button onClick={update.apply}>{updateWords.update}</Button> : null;
    case 'sessionEnds':
      return isConnected ? <SignInAgainButton onSignInAgain={onSignInAgain} /> : null;
    case 'install':
      return onInstall ? <Button onClick={onInstall}>{installWords.install}</Button> : null;
    default:
      return null;
  }
}

function SignInAgainButton({ onSignInAgain }: Pick<ReadyCardProps, 'onSignInAgain'>) {
  const check = useCheck();
  return <Button onClick={() => onSignInAgain(check)}>{readyTodos.signInAgain}</Button>;
}

interface LinesProps {
  readonly facts: ReadyFacts;
  readonly verdict: ReadyVerdict;
  readonly isSiteOnIos: boolean;
}

function Checked(lines: LinesProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {readyWords.whatWasChecked}
      </button>
      {open && (
        <>
          <Lines {...lines} />
          <p className={css.note}>{readyWords.noClaim}</p>
        </>
      )}
    </>
  );
}

const STATE_ICONS = {
  checking: OpenStepIcon,
  skipped: OpenStepIcon,
  ok: DoneIcon,
  unsure: InfoIcon,
  todo: AttentionIcon,
} as const;

function Lines({ facts, verdict, isSiteOnIos }: LinesProps) {
  return (
    <ul className={css.lines}>
      {READY_LINES.map((line) => (
        <Line key={line} line={line} facts={facts} state={verdict.lines[line]} isSiteOnIos={isSiteOnIos} />
      ))}
    </ul>
  );
}

interface LineProps extends Omit<LinesProps, 'verdict'> {
  readonly line: ReadyLine;
  readonly state: ReadyVerdict['lines'][ReadyLine];
}

function Line({ line, state, facts, isSiteOnIos }: LineProps) {
  const Icon = STATE_ICONS[state];
  const isKnown = state === 'ok' || state === 'unsure';
  return (
    <li data-state={state}>
      <Icon size={20} aria-hidden />
      <span>
        <span className={css.name}>{readyLineNames[line]}</span>
        <span className={css.hidden}>{readyStates[state]}</span>
        {isKnown &&
          findingWords(line, facts, isSiteOnIos).map((finding) => (
            <span key={finding} className={css.finding}>
              {finding}
            </span>
          ))}
        {isKnown && line === 'data' && facts.data?.jobs === null && (
          <Link to="/settings" className={css.way}>
            {readyWords.setName}
          </Link>
        )}
      </span>
    </li>
  );
}
