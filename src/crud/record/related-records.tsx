import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Amount, sumOf } from '../../domain/money.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { choicesOf, RESOURCE_NAMES, resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { type RecordRow, useCompleteness, useReferenced, useReferring } from '../../records/use-records.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ChoiceChip } from '../../ui/fields/choice-chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PlusIcon } from '../../ui/icons.ts';
import { formatMoney, formatWholeMoney } from '../../ui/text/format-values.tsx';
import { formatCount } from '../../words/formats.ts';
import { recordScreenWords, relatedWords } from '../../words/record.ts';
import { ResourceFormDialog } from '../form/lazy-dialogs.ts';
import { readable, titleOf } from '../readable.ts';
import { RecordMark, recordPath } from '../record-link.tsx';
import type { ResourceView } from '../resource-view.ts';
import { useResourceView } from '../resource-view.ts';
import { useDates } from '../time.tsx';
import { inWorkOrder } from './related-order.ts';
import css from './related-records.module.css';

const SHOWN = 5;

interface Props {
  readonly resource: ResourceName;
  readonly row: RecordRow<Fields>;
}

/**
 * Lists the records that refer to this one. If this one refers to other records, lists instead what else refers to each
 * of those.
 */
export function RelatedRecords({ resource, row }: Props) {
  const { references } = specOf(resource);
  if (references.length === 0) return <ReferringRecords to={resource} id={row.localId} shown={null} />;
  return references.map(({ field, to }) => (
    <ReferringRecords key={field} to={to} id={row.view[field] as string | null} shown={{ resource, row }} />
  ));
}

interface ReferringProps {
  readonly to: ResourceName;
  readonly id: string | null;
  /** The record on the screen, left out of the list. Null if the listed records refer to that record itself. */
  readonly shown: Props | null;
}

function ReferringRecords({ to, id, shown }: ReferringProps) {
  const { row: target } = useReferenced(to, id);
  if (!target) return null;
  return (
    <>
      {shown && <p className={css.of}>{relatedWords.alsoFor({ target: titleOf(to, target.view) })}</p>}
      <div className={css.cards}>
        {RESOURCE_NAMES.flatMap((resource) =>
          specOf(resource)
            .references.filter((reference) => reference.to === to)
            .map(({ field }) => (
              <RelatedCard
                key={`${resource}/${field}`}
                resource={resource}
                field={field}
                target={target}
                shown={shown}
              />
            )),
        )}
      </div>
    </>
  );
}

interface CardProps {
  readonly resource: ResourceName;
  readonly field: string;
  readonly target: Pick<RecordRow<unknown>, 'localId' | 'serverId'>;
  readonly shown: Props | null;
}

function RelatedCard({ resource, field, target, shown: screen }: CardProps) {
  const view = useResourceView(resource);
  const all: readonly RecordRow<Fields>[] = useReferring(resource, field, target);
  // Local ids are unique only within a kind.
  const except = screen?.resource === resource ? screen.row.localId : null;
  const fetched = useFetched(resource);
  const isComplete = useCompleteness([resource]);
  const isPartial = fetched === 'no' || fetched === 'coming';
  const dates = useDates(resource);
  const rows = useMemo(
    () =>
      inWorkOrder(
        view,
        all.filter(({ localId }) => localId !== except),
        { dates },
      ),
    [view, all, except, dates],
  );
  const isNone = rows.length === 0 && fetched === 'yes' && isComplete;
  const [whole, setWhole] = useState(false);
  const shown = whole ? rows : rows.slice(0, SHOWN);
  const above = screen && titleOf(screen.resource, screen.row.view);
  const titles = [above, ...shown.map((row) => titleOf(resource, row.view))];
  const id = `related-${resource}`;
  const { plural } = resourceSpecs[resource].label;
  return (
    <section aria-labelledby={id} className={css.section}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {plural}
        </h2>
        {(isNone || rows.length > 0) && <p className={css.sum}>{sumWords(rows, view)}</p>}
        <AddRelated view={view} initial={{ [field]: target.localId }} />
      </div>
      {isPartial && (
        <p className={css.none}>{recordScreenWords.notAllHere({ records: plural.toLowerCase() })}</p>
      )}
      {isNone && <p className={css.none}>{relatedWords.none}</p>}
      {rows.length > 0 && (
        <ul className={css.rows}>
          {shown.map((row, place) => (
            <Item
              key={row.localId}
              resource={resource}
              row={row}
              isRepeated={titles[place] === titles[place + 1]}
            />
          ))}
        </ul>
      )}
      {rows.length > shown.length && (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          {relatedWords.showAll({ count: rows.length })}
        </Button>
      )}
    </section>
  );
}

function sumWords(rows: readonly RecordRow<Fields>[], { amount }: ResourceView): string {
  const count = formatCount(rows.length);
  const total = amount ? sumOf(rows.map((row) => row.view[amount] as Amount)) : 0;
  return total > 0 ? relatedWords.worth({ count, money: formatWholeMoney(total) }) : count;
}

interface AddProps {
  readonly view: ResourceView;
  readonly initial: Fields;
}

function AddRelated({ view, initial }: AddProps) {
  const [adding, setAdding] = useState(false);
  const close = (): void => setAdding(false);
  return (
    <>
      <IconButton
        label={relatedWords.add({ kind: resourceSpecs[view.resource].label.title })}
        onClick={() => setAdding(true)}
      >
        <PlusIcon size={18} aria-hidden />
      </IconButton>
      <LazySlot onClose={close}>
        {adding && <ResourceFormDialog view={view} row={null} initial={initial} onClose={close} />}
      </LazySlot>
    </>
  );
}

interface ItemProps extends Props {
  /** The record above has the same title. */
  readonly isRepeated: boolean;
}

function Item({ resource, row, isRepeated }: ItemProps) {
  const view = useResourceView(resource);
  const fields = readable(resource, row.view);
  const statuses = choicesOf(resource, 'status');
  const value = view.amount ? fields[view.amount] : null;
  const title = titleOf(resource, fields);
  const number = view.number ? String(fields[view.number]).trim() : '';
  const name = isRepeated && number !== '' ? number : title;
  return (
    <li className={css.row}>
      <span className={css.names}>
        <Link to={recordPath(view.path, row)}>{name}</Link>
        <RecordMark resource={resource} row={row} />
      </span>
      {typeof value === 'number' && <span className={css.amount}>{formatMoney(value)}</span>}
      <span className={css.below}>
        {statuses.length > 0 && <ChoiceChip value={String(fields['status'])} choices={statuses} />}
        {number !== '' && number !== name && <span className={css.number}>{number}</span>}
      </span>
    </li>
  );
}
