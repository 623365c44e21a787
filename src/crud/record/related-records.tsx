import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Amount, sumOf } from '../../domain/money.ts';
import type { Fields, ResourceLabel, ResourceName } from '../../domain/resource-spec.ts';
import { choicesOf, RESOURCE_NAMES, resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { type RecordRow, useReferenced, useReferring } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ChoiceChip } from '../../ui/fields/choice-chip.tsx';
import { PlusIcon } from '../../ui/icons.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { formatCount } from '../../words/formats.ts';
import { relatedWords } from '../../words/record.ts';
import { ResourceFormDialog } from '../form/lazy-dialogs.ts';
import { readable, titleOf } from '../readable.ts';
import { RecordMark, recordPath } from '../record-link.tsx';
import type { ResourceView } from '../resource-view.ts';
import { useResourceView } from '../resource-view.ts';
import css from './related-records.module.css';

const SHOWN = 5;

interface Props {
  readonly resource: ResourceName;
  readonly row: RecordRow<Fields>;
}

/** For a record that refers to another, lists what else refers to that. */
export function RelatedRecords({ resource, row }: Props) {
  const { references } = specOf(resource);
  if (references.length === 0) return <ReferringRecords to={resource} id={row.localId} except={null} />;
  return references.map(({ field, to }) => (
    <ReferringRecords
      key={field}
      to={to}
      id={row.view[field] as string | null}
      except={{ resource, localId: row.localId }}
    />
  ));
}

interface ReferringProps {
  readonly to: ResourceName;
  readonly id: string | null;
  /** The record on the screen, left out of the list. Local ids are unique per kind only. */
  readonly except: { readonly resource: ResourceName; readonly localId: string } | null;
}

function ReferringRecords({ to, id, except }: ReferringProps) {
  const { row: target } = useReferenced(to, id);
  if (!target) return null;
  return RESOURCE_NAMES.flatMap((resource) =>
    specOf(resource)
      .references.filter((reference) => reference.to === to)
      .map(({ field }) => (
        <Section
          key={`${resource}/${field}`}
          resource={resource}
          field={field}
          target={target}
          except={except?.resource === resource ? except.localId : null}
          of={except === null ? null : titleOf(to, target.view)}
        />
      )),
  );
}

interface SectionProps {
  readonly resource: ResourceName;
  readonly field: string;
  readonly target: Pick<RecordRow<unknown>, 'localId' | 'serverId'>;
  readonly except: string | null;
  /** The referenced record's title. Null for the record on the screen. */
  readonly of: string | null;
}

function Section({ resource, field, target, except, of }: SectionProps) {
  const view = useResourceView(resource);
  const { label } = resourceSpecs[resource];
  const all: readonly RecordRow<Fields>[] = useReferring(resource, field, target);
  const rows = all.filter(({ localId }) => localId !== except);
  const [whole, setWhole] = useState(false);
  const shown = whole ? rows : rows.slice(0, SHOWN);
  const { amount } = view;
  const total = amount ? sumOf(rows.map((row) => row.view[amount] as Amount)) : 0;
  const id = `related-${resource}`;
  return (
    <section aria-labelledby={id} className={css.section}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {heading(label, of, except !== null)}
        </h2>
        <p className={css.sum}>
          {[formatCount(rows.length), ...(rows.length > 0 ? [formatMoney(total)] : [])].join(' · ')}
        </p>
        <AddRelated view={view} initial={{ [field]: target.localId }} />
      </div>
      {rows.length === 0 ? (
        <p className={css.none}>{relatedWords.none}</p>
      ) : (
        <ul className={css.rows}>
          {shown.map((row) => (
            <Item key={row.localId} resource={resource} row={row} />
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

function heading({ plural }: ResourceLabel, target: string | null, others: boolean): string {
  if (target === null) return plural;
  const names = { target, records: plural.toLowerCase() };
  return others ? relatedWords.othersOfTarget(names) : relatedWords.ofTarget(names);
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
      <Button
        variant="default"
        size="xs"
        leftSection={<PlusIcon size={16} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        {relatedWords.add({ kind: resourceSpecs[view.resource].label.title })}
      </Button>
      <LazySlot onClose={close}>
        {adding && <ResourceFormDialog view={view} row={null} initial={initial} onClose={close} />}
      </LazySlot>
    </>
  );
}

function Item({ resource, row }: Props) {
  const view = useResourceView(resource);
  const fields = readable(resource, row.view);
  const statuses = choicesOf(resource, 'status');
  const value = view.amount ? fields[view.amount] : null;
  return (
    <li className={css.row}>
      <span className={css.names}>
        <Link to={recordPath(view.path, row)}>{titleOf(resource, fields)}</Link>
        <RecordMark resource={resource} row={row} />
      </span>
      {statuses.length > 0 && <ChoiceChip value={String(fields['status'])} choices={statuses} />}
      <span className={css.amount}>{typeof value === 'number' ? formatMoney(value) : '-'}</span>
    </li>
  );
}
