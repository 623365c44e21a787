import '@mantine/core/styles/Timeline.layer.css';
import { Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValue, RecordKey } from '../../domain/resource-spec.ts';
import { fieldLabel, specOf } from '../../domain/resource-specs.ts';
import type { HistoryNote } from '../../outbox/lane-event.ts';
import { type ChangedLine, changedLines } from '../../outbox/merge/merge-lines.ts';
import { useHistory, useLastChange } from '../../records/use-history.ts';
import { DeviceIcon, PeopleIcon } from '../../ui/icons.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { historyWords } from '../../words/record.ts';
import { type FieldText, useFieldText } from '../field-words.ts';
import { UndoChange } from '../undo-button.tsx';
import css from './record-history.module.css';

const NO_CHANGE = { kind: 'update', fields: {} } as const;

/** Lists the newest change first. A lazy chunk. */
export default function RecordHistory({ resource, localId }: RecordKey) {
  const found = useHistory(resource, localId);
  const text = useFieldText(resource);
  const last = useLastChange(resource, localId);
  if (!found || last === undefined) return null;
  const change = { resource, localId, ...(last?.change ?? NO_CHANGE) };
  const undo = <UndoChange change={change} steps={last?.steps ?? null} />;
  if (found.entries.length === 0) {
    return (
      <>
        <p className={css.quiet}>{historyWords.none}</p>
        {last && <p className={css.quiet}>{historyWords.madeHere}</p>}
        {undo}
      </>
    );
  }
  return (
    <>
      <Timeline role="list" className={css.entries} bulletSize={24} lineWidth={2}>
        {found.entries.map((note, place) => (
          <Entry key={note.n} note={note} text={text}>
            {place === 0 && undo}
          </Entry>
        ))}
      </Timeline>
      {found.hasOlder && <p className={css.quiet}>{historyWords.older}</p>}
    </>
  );
}

interface EntryProps {
  readonly note: HistoryNote;
  readonly text: FieldText;
  readonly children: ReactNode;
}

function Entry({ note: { resource, at, by, fields }, text, children }: EntryProps) {
  const texts: readonly string[] = specOf(resource).texts;
  const Icon = by === 'me' ? DeviceIcon : PeopleIcon;
  return (
    <Timeline.Item role="listitem" bullet={<Icon size={14} aria-hidden />}>
      <p className={css.who}>
        <time dateTime={new Date(at).toISOString()}>{historyWords.entry({ when: formatFull(at), by })}</time>
      </p>
      <dl className={css.fields}>
        {Object.entries(fields).map(([field, { was, is }]) => (
          <div key={field}>
            <dt>{fieldLabel(field)}</dt>
            <dd>
              {texts.includes(field) ? (
                <ChangedText was={textOf(was)} is={textOf(is)} />
              ) : (
                <ChangedValue was={text(field, was)} is={text(field, is)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </Timeline.Item>
  );
}

function textOf(value: FieldValue): string {
  return String(value ?? '');
}

function ChangedValue({ was, is }: { readonly was: string; readonly is: string }) {
  return (
    <>
      <span className={css.was}>{was || historyWords.nothing}</span>{' '}
      <span className={css.was}>
        <span aria-hidden>→</span>
        <span className={css.unseen}>{historyWords.isNow}</span>
      </span>{' '}
      <span className={css.is}>{is || historyWords.nothing}</span>
    </>
  );
}

const SHOWN = 6;

interface ChangedTextProps {
  readonly was: string;
  readonly is: string;
}

function ChangedText({ was, is }: ChangedTextProps) {
  const lines = changedLines(was, is);
  return (
    <>
      {lines && <Lines lines={lines} />}
      <details className={css.whole}>
        <summary>{historyWords.whole}</summary>
        <Version title={historyWords.before} text={was} />
        <Version title={historyWords.after} text={is} />
      </details>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly ChangedLine[] }) {
  if (lines.length === 0) return <p className={css.quiet}>{historyWords.onlySpaces}</p>;
  return (
    <>
      <ul className={css.lines}>
        {lines.slice(0, SHOWN).map(({ change, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and the list is never sorted
          <li key={index} data-change={change}>
            <span aria-hidden>{change === 'added' ? '+' : '−'}</span>
            <span className={css.unseen}>{historyWords[change]}</span> <span>{line}</span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && (
        <p className={css.quiet}>{historyWords.moreLines({ count: lines.length - SHOWN })}</p>
      )}
    </>
  );
}

function Version({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <p className={css.quiet}>{title}</p>
      <p className={css.text}>{text || historyWords.nothing}</p>
    </>
  );
}
