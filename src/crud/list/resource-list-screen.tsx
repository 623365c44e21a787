import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { requestPull } from '../../records/requests.ts';
import { type RecordList, type RecordRow, useRecordList } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { PlusIcon } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/text/page-title.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { DeleteConfirm, ListTools, ResourceFormDialog } from '../form/lazy-dialogs.ts';
import type { ResourceView } from '../resource-view.ts';
import { ListNote, ListPlaceholder } from './list-placeholder.tsx';
import { ResourceCards } from './resource-cards.tsx';
import css from './resource-list-screen.module.css';
import { ResourceTable } from './resource-table.tsx';
import { useListAddress } from './use-list-address.ts';
import { useListFilter } from './use-list-filter.ts';
import { useMadeRecord } from './use-made-record.ts';
import { useNewInAddress } from './use-new-in-address.ts';
import { useSearchText } from './use-search-text.ts';
import { nextSort, useSortedRows } from './use-sorted-rows.ts';

type Row = RecordRow<Fields>;
type OpenDialog =
  | { readonly kind: 'form'; readonly row: Row | null }
  | { readonly kind: 'delete'; readonly row: Row };

/**
 * The list of one kind of record: search, filter, add, edit, delete. Opening it asks for a fresh pull, of what
 * its records refer to as well.
 */
export default function ResourceListScreen({ view }: { readonly view: ResourceView }) {
  const services = useRecordServices();
  const { label } = resourceSpecs[view.resource];
  const [search, setSearch] = useSearchText();
  const address = useListAddress(view);
  const { filters, widen, sort, setSort } = address;
  const wanted = useDeferredValue(search);
  const list: RecordList<Fields> = useRecordList(view.resource, wanted, useListFilter(view, filters));
  const [hasTools, setTools] = useState(true);
  const [asked, setDialog] = useState<OpenDialog | null>(null);
  const [newInAddress, leaveNew] = useNewInAddress();
  const dialog: OpenDialog | null = asked ?? (newInAddress ? { kind: 'form', row: null } : null);
  const [made, setMade] = useMadeRecord();
  const edit = useCallback((row: Row) => setDialog({ kind: 'form', row }), []);
  const remove = useCallback((row: Row) => setDialog({ kind: 'delete', row }), []);
  const size = useWindowSize();
  const Rows = size === 'small' ? ResourceCards : ResourceTable;
  const rows = useSortedRows(view, list.rows, sort);
  const filtered = Object.keys(filters).length > 0;
  const narrowed = search !== '' || filtered;
  const hidden = narrowed && !list.rows.some(({ localId }) => localId === made) ? made : null;
  usePageTitle(label.plural);

  useEffect(() => {
    const { name, references } = specOf(view.resource);
    void requestPull(services, ...new Set([name, ...references.map(({ to }) => to)]));
  }, [services, view.resource]);

  function saved(localId: string | null): void {
    if (dialog?.kind === 'form' && dialog.row === null && localId !== null) setMade(localId);
    close();
  }

  function close(): void {
    setDialog(null);
    if (newInAddress) leaveNew();
  }

  const add = (
    <Button
      leftSection={<PlusIcon size={18} aria-hidden />}
      onClick={() => setDialog({ kind: 'form', row: null })}
    >
      Add {label.title}
    </Button>
  );

  return (
    <>
      <PageHeader inBar title={label.plural} note={<ListNote resource={view.resource} list={list} />}>
        {add}
      </PageHeader>
      <div className={css['tools']}>
        <div className={css['search']}>
          <SearchInput label={`Search ${label.plural.toLowerCase()}`} value={search} onChange={setSearch} />
        </div>
        <LazySlot onClose={() => setTools(false)}>
          {hasTools && (
            <Suspense fallback={<span className={css['place']} data-filtered={filtered || undefined} />}>
              <ListTools view={view} address={address} rows={rows} wide={size !== 'small'} made={hidden} />
            </Suspense>
          )}
        </LazySlot>
      </div>
      {list.rows.length > 0 ? (
        <Rows
          view={view}
          rows={rows}
          stacked={size === 'medium'}
          sort={sort}
          fresh={made}
          onSort={(field) => setSort(nextSort(sort, field))}
          onEdit={edit}
          onDelete={remove}
        />
      ) : (
        <ListPlaceholder resource={view.resource} list={list} search={wanted} add={add} onWiden={widen} />
      )}
      <LazySlot onClose={close}>
        {dialog?.kind === 'form' && <ResourceFormDialog view={view} row={dialog.row} onClose={saved} />}
        {dialog?.kind === 'delete' && <DeleteConfirm view={view} row={dialog.row} onClose={close} />}
      </LazySlot>
    </>
  );
}
