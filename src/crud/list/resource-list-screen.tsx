import '@mantine/core/styles/Input.layer.css';
import { Button, Input } from '@mantine/core';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type RecordList, useRecordList } from '../../records/use-records.ts';
import { requestPull } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { PlusIcon, SearchIcon } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/product.tsx';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { importWays, listWords } from '../../words/list.ts';
import type { ResourceView } from '../resource-view.ts';
import { useDensity } from './density.ts';
import { nextSort, useListAddress, useSearchText } from './list-address.ts';
import { ListDialogs, useListDialogs } from './list-dialogs.tsx';
import { ListPlaceholder, useListNote } from './list-placeholder.tsx';
import { useListFilter, useSortedRows } from './list-rows.ts';
import type { ListToolsProps } from './list-tools.tsx';
import { ResourceCards } from './resource-cards.tsx';
import css from './resource-list-screen.module.css';
import { ResourceTable } from './resource-table.tsx';
import { ViewLinks } from './view-links.tsx';

const ListTools = lazyPart(() => import('./list-tools.tsx'));

/** Lists one kind of record. Opening it requests a pull of that kind and the kinds it refers to. */
export default function ResourceListScreen({ view }: { readonly view: ResourceView }) {
  const { label } = resourceSpecs[view.resource];
  const [search, setSearch] = useSearchText();
  const address = useListAddress(view);
  const { filters, widen, sort, setSort } = address;
  const wanted = useDeferredValue(search);
  const list: RecordList<Fields> = useRecordList(view.resource, wanted, useListFilter(view, filters));
  const dialogs = useListDialogs();
  const { made } = dialogs;
  const size = useWindowSize();
  const [density] = useDensity();
  const spacing = size === 'large' ? density : 'roomy';
  const isPhone = size === 'small';
  const Rows = isPhone ? ResourceCards : ResourceTable;
  const rows = useSortedRows(view, list.rows, sort);
  const filtered = Object.keys(filters).length > 0;
  const narrowed = search !== '' || filtered;
  const hidden = narrowed && !list.rows.some(({ localId }) => localId === made) ? made : null;
  const note = useListNote({ resource: view.resource, list });
  usePageTitle(label.plural);
  usePullOf(view.resource);

  const add = <AddButton title={label.title} onClick={dialogs.add} />;
  const bringIn = view.importing ? dialogs.bringIn : null;
  const ways = bringIn ? <Ways add={add} onImport={() => bringIn(null)} /> : add;

  const body =
    list.rows.length > 0 ? (
      <Rows
        key={spacing}
        {...{ view, rows, sort, spacing }}
        total={list.complete ? rows.length : -1}
        fresh={made}
        onSort={(field) => setSort(nextSort(sort, field))}
        onEdit={dialogs.edit}
        onDelete={dialogs.remove}
      />
    ) : (
      <ListPlaceholder resource={view.resource} list={list} search={wanted} add={ways} onWiden={widen} />
    );
  // An import changes thousands of rows behind its dialog: do not redraw them each time.
  const shown = useHeld(body, dialogs.isBusy);

  return (
    <>
      {isPhone && (
        <PageHeader inBar title={label.plural} note={note}>
          {add}
        </PageHeader>
      )}
      <div className={css.tools}>
        {view.otherView && <ViewLinks view={view} />}
        <div className={css.search}>
          <SearchInput
            label={listWords.search({ nouns: label.plural.toLowerCase() })}
            value={search}
            onChange={setSearch}
          />
        </div>
        <Tools
          filtered={filtered}
          {...{ view, address, rows }}
          size={size}
          made={hidden}
          onImport={bringIn}
          isImporting={dialogs.dialog?.kind === 'import'}
        />
        {!isPhone && (
          <>
            <p className={css.note} role="status">
              {note}
            </p>
            <div className={css.add}>{add}</div>
          </>
        )}
      </div>
      {shown}
      <ListDialogs view={view} dialogs={dialogs} />
    </>
  );
}

function AddButton({ title, onClick }: { readonly title: string; readonly onClick: () => void }) {
  return (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={onClick}>
      {listWords.add({ title })}
    </Button>
  );
}

function useHeld(shown: ReactNode, held: boolean): ReactNode {
  const [before, setBefore] = useState<{ readonly node: ReactNode } | null>(null);
  if (held !== (before !== null)) setBefore(held ? { node: shown } : null);
  return before ? before.node : shown;
}

function Ways({ add, onImport }: { readonly add: ReactNode; readonly onImport: () => void }) {
  return (
    <div className={css.ways}>
      {add}
      <Button variant="default" onClick={onImport}>
        {importWays.fromFile}
      </Button>
    </div>
  );
}

function usePullOf(resource: ResourceName): void {
  const services = useRecordServices();
  useEffect(() => {
    const { references } = specOf(resource);
    void requestPull(services, ...new Set([resource, ...references.map(({ to }) => to)]));
  }, [services, resource]);
}

/** The list works without its tools: their chunk may fail to load. */
function Tools({ filtered, ...props }: ListToolsProps & { readonly filtered: boolean }) {
  const [shown, setShown] = useState(true);
  return (
    <LazySlot onClose={() => setShown(false)}>
      {shown && (
        <Suspense fallback={<span className={css.place} data-filtered={filtered || undefined} />}>
          <ListTools {...props} />
        </Suspense>
      )}
    </LazySlot>
  );
}

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Not `TextInput`: it would render twice at first, because it creates its id in an effect. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  return (
    <Input
      type="search"
      size="md"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<SearchIcon size={18} aria-hidden />}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="search"
    />
  );
}
