import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useFieldText } from '../../crud/field-words.ts';
import { titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-link.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import type { Fields, RecordKind, ResourceName } from '../../domain/resource-spec.ts';
import { fieldLabel, isListed } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { useLastSeen } from '../../records/use-history.ts';
import { type RecordRow, useRecord, useReferenced } from '../../records/use-records.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { changeNames } from '../../words/common.ts';
import { refusedGroupWords, syncScreenWords } from '../../words/sync.ts';
import css from './sync-screen.module.css';

interface CardProps {
  readonly asked: boolean;
  readonly children: ReactNode;
}

export function ChangeCard({ asked, children }: CardProps) {
  return (
    <li ref={useHighlight(asked)} tabIndex={-1} className={css.change} data-asked={asked || undefined}>
      {children}
    </li>
  );
}

function useHighlight(asked: boolean): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null);
  const { key } = useLocation();
  const request = asked ? key : null;
  const followed = useRef<string>(null);
  useEffect(() => {
    if (request === followed.current) return;
    followed.current = request;
    if (request === null) return;
    item.current?.scrollIntoView({ block: 'start' });
    item.current?.focus({ preventScroll: true });
  }, [request]);
  return item;
}

interface QuestionProps {
  readonly head: ReactNode;
  readonly tone?: 'warning' | 'error';
  readonly notice: ReactNode;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function QuestionCard({ head, tone = 'warning', notice, hint, children }: QuestionProps) {
  return (
    <li className={css.change}>
      {head}
      <Said tone={tone}>{notice}</Said>
      {hint && <p className={css.hint}>{hint}</p>}
      {children}
    </li>
  );
}

export function Said({
  tone,
  children,
}: {
  readonly tone: 'warning' | 'error';
  readonly children: ReactNode;
}) {
  return (
    <div className={css.said}>
      <Notice tone={tone}>{children}</Notice>
    </div>
  );
}

export function CardHead({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <>
      <p className={css.title}>{title}</p>
      <p className={css.what}>{children}</p>
    </>
  );
}

interface RecordHeadProps {
  readonly resource: RecordKind;
  readonly localId: string;
  readonly title: string;
  /** False if the device no longer has the record. */
  readonly linked: boolean;
  readonly children: ReactNode;
}

export function RecordHead({ resource, localId, title, linked, children }: RecordHeadProps) {
  if (!linked || !isListed(resource)) return <CardHead title={title}>{children}</CardHead>;
  return (
    <LinkedHead resource={resource} localId={localId} title={title}>
      {children}
    </LinkedHead>
  );
}

interface LinkedProps extends Omit<RecordHeadProps, 'linked'> {
  readonly resource: ResourceName;
}

function LinkedHead({ resource, localId, title, children }: LinkedProps) {
  const { path } = useResourceView(resource);
  const { row = { localId, serverId: undefined } } = useReferenced(resource, localId);
  return <CardHead title={<Link to={recordPath(path, row)}>{title}</Link>}>{children}</CardHead>;
}

/** Returns the last seen name if a deletion hides the record. */
export function useChangedRecord(change: Pick<Mutation, 'resource' | 'localId' | 'fields'>): {
  readonly row: RecordRow<Fields> | null | undefined;
  readonly title: string;
} {
  const row: RecordRow<Fields> | null | undefined = useRecord(change.resource, change.localId);
  const seen = useLastSeen(change.resource, change.localId) ?? valuesOf(change.fields);
  const isNamed = Object.keys(seen).length > 0;
  return { row, title: isNamed || row !== undefined ? titleOf(change.resource, seen) : '…' };
}

/** Fields shown. Others are counted. */
const SHOWN_FIELDS = 4;

/** Shows 'Status: Pending → In Progress'. */
export function ChangedValues({
  change,
}: {
  readonly change: Pick<Mutation, 'resource' | 'kind' | 'fields'>;
}) {
  const text = useFieldText(change.resource);
  if (change.kind !== 'update') return null;
  const fields = Object.entries(change.fields);
  return (
    <dl className={css.values}>
      {fields.slice(0, SHOWN_FIELDS).map(([field, { base, value }]) => (
        <div key={field}>
          <dt>{fieldLabel(field)}</dt>
          <dd>
            <span className={css.old}>{text(field, base) || changeNames.nothing}</span>{' '}
            <span className={css.arrow}>
              <span aria-hidden>→</span>
              <span className={css.hidden}>{syncScreenWords.isNow}</span>
            </span>{' '}
            <span className={css.new}>{text(field, value) || changeNames.nothing}</span>
          </dd>
        </div>
      ))}
      {fields.length > SHOWN_FIELDS && (
        <p className={css.more}>{syncScreenWords.andMore({ count: fields.length - SHOWN_FIELDS })}</p>
      )}
    </dl>
  );
}

export function Ways({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div role="group" aria-label={label} className={css.ways}>
      {children}
    </div>
  );
}

export function More({ left, onMore }: { readonly left: number; readonly onMore: () => void }) {
  if (left <= 0) return null;
  return (
    <div className={css.ways}>
      <Button variant="default" onClick={onMore}>
        {syncScreenWords.showMore}
      </Button>
      <p className={css.more}>{syncScreenWords.andMore({ count: left })}</p>
    </div>
  );
}

/** How many changes each press adds. */
const PAGE = 20;

interface EachProps {
  readonly isAsked: boolean;
  /** Called only while the group is expanded. */
  readonly children: (limit: number) => { readonly items: ReactNode; readonly left: number };
}

export function EachChange({ isAsked, children }: EachProps) {
  const [pressed, setPressed] = useState<boolean | null>(null);
  const open = pressed ?? isAsked;
  return (
    <>
      <button type="button" className={css.fold} aria-expanded={open} onClick={() => setPressed(!open)}>
        {refusedGroupWords.each}
      </button>
      {open && <Unfolded>{children}</Unfolded>}
    </>
  );
}

function Unfolded({ children }: Pick<EachProps, 'children'>) {
  const [limit, setLimit] = useState(PAGE);
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(limit);
  useEffect(() => {
    // The button may be gone, so the first new change gets the focus.
    if (limit > before.current)
      list.current?.querySelectorAll<HTMLElement>(':scope > li')[before.current]?.focus();
    before.current = limit;
  }, [limit]);
  const { items, left } = children(limit);
  return (
    <>
      <ul ref={list} className={css.each}>
        {items}
      </ul>
      <More left={left} onMore={() => setLimit(limit + PAGE)} />
    </>
  );
}
