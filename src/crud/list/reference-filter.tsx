import '@mantine/core/styles/Input.layer.css';
import { Button, Input } from '@mantine/core';
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { type RecordRow, useRecordList, useReferenced } from '../../records/use-records.ts';
import { listToolsWords } from '../../words/list.ts';
import { titleOf } from '../readable.ts';
import { useRecordName } from '../record-link.tsx';
import type { ResourceView } from '../resource-view.ts';
import type { ListAddress } from './list-address.ts';
import css from './list-tools.module.css';

interface ReferenceFilterProps {
  readonly to: ResourceName;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

const SHOWN = 5;

export function ReferenceFilter({ to, chosen, onChoose }: ReferenceFilterProps) {
  const { title, noun } = resourceSpecs[to].label;
  const legend = useId();
  return (
    <div role="group" aria-labelledby={legend} className={css.group}>
      <span id={legend} className={css.legend}>
        {title}
      </span>
      {chosen === null ? (
        <Finder to={to} onChoose={onChoose} />
      ) : (
        <div className={css.chosen}>
          <span className={css.name}>{chosen}</span>
          <Button variant="default" onClick={() => onChoose('')}>
            {listToolsWords.any({ noun })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Finder({ to, onChoose }: Pick<ReferenceFilterProps, 'to' | 'onChoose'>) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const { rows }: { rows: readonly RecordRow<Fields>[] } = useRecordList(to, wanted);
  const { label } = resourceSpecs[to];
  const found = wanted.trim() === '' ? [] : rows.slice(0, SHOWN);
  return (
    <>
      <Input
        type="search"
        size="md"
        aria-label={listToolsWords.find({ noun: label.noun })}
        placeholder={listToolsWords.findBy}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <ul className={css.found} aria-label={listToolsWords.found({ nouns: label.plural })}>
        {found.map(({ localId, serverId, view }) => (
          <li key={localId}>
            <button
              type="button"
              className={css.choice}
              onClick={() => onChoose(String(serverId ?? localId))}
            >
              {titleOf(to, view)}
            </button>
          </li>
        ))}
      </ul>
      {wanted.trim() !== '' && found.length === 0 && (
        <p className={css.none}>{listToolsWords.nothingFound}</p>
      )}
    </>
  );
}

export interface ReferenceFilterState {
  readonly field: string;
  readonly to: ResourceName;
  readonly chosen: string | null;
  readonly name: string;
}

export function useReferenceFilter(
  view: ResourceView,
  { filters, setFilter }: ListAddress,
): ReferenceFilterState | null {
  const [reference] = specOf(view.resource).references;
  const id = (reference && filters[reference.field]?.[0]) ?? null;
  const name = useRecordName(reference?.to ?? view.resource, id);
  const { row } = useReferenced(reference?.to ?? view.resource, id);
  const known = row?.serverId;
  // Other devices do not know the local id.
  const toKnown = useEffectEvent(() => {
    if (reference && id !== null && known !== undefined && id !== String(known))
      setFilter(reference.field, [String(known)]);
  });
  useEffect(() => toKnown(), [known]);
  return reference ? { ...reference, name, chosen: id === null ? null : name } : null;
}
