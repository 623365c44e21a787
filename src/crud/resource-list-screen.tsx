import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { Fields } from '../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../domain/resource-specs.ts';
import { useRecordServices } from '../records/records-context.ts';
import { requestPull } from '../records/requests.ts';
import { type RecordList, type RecordRow, useRecordList } from '../records/use-records.ts';
import { PlusIcon } from '../ui/icons.ts';
import { LazySlot } from '../ui/lazy-slot.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { useWindowSize } from '../ui/use-window-size.ts';
import { DownloadProgress } from './download-progress.tsx';
import { DeleteConfirm, MadeNotice, ResourceFormDialog } from './lazy-dialogs.ts';
import { ListFilters } from './list-filters.tsx';
import { ListNote, ListPlaceholder } from './list-placeholder.tsx';
import { ResourceCards } from './resource-cards.tsx';
import css from './resource-list-screen.module.css';
import { ResourceTable } from './resource-table.tsx';
import type { ResourceView } from './resource-view.ts';
import { SortPicker } from './sort-picker.tsx';
import { useListAddress } from './use-list-address.ts';
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
  const { filters, setFilter, widen, sort, setSort } = useListAddress(view);
  const wanted = useDeferredValue(search);
  const list: RecordList<Fields> = useRecordList(view.resource, wanted, filters);
  const [asked, setDialog] = useState<OpenDialog | null>(null);
  const [newInAddress, leaveNew] = useNewInAddress();
  const dialog: OpenDialog | null = asked ?? (newInAddress ? { kind: 'form', row: null } : null);
  const [made, setMade, forget] = useMadeRecord();
  const edit = useCallback((row: Row) => setDialog({ kind: 'form', row }), []);
  const remove = useCallback((row: Row) => setDialog({ kind: 'delete', row }), []);
  const size = useWindowSize();
  const Rows = size === 'small' ? ResourceCards : ResourceTable;
  const rows = useSortedRows(view, list.rows, sort);
  const narrowed = search !== '' || Object.keys(filters).length > 0;
  usePageTitle(label.plural);

  useEffect(() => {
    const { name, references } = specOf(view.resource);
    for (const resource of new Set([name, ...references.map(({ to }) => to)]))
      void requestPull(services, resource);
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
      <DownloadProgress resource={view.resource} />
      <div className={css['tools']}>
        <div className={css['search']}>
          <SearchInput label={`Search ${label.plural.toLowerCase()}`} value={search} onChange={setSearch} />
        </div>
        {size === 'small' && <SortPicker view={view} sort={sort} setSort={setSort} />}
        <ListFilters view={view} filters={filters} setFilter={setFilter} />
      </div>
      <LazySlot onClose={forget}>
        {narrowed && made !== null && (
          <MadeNotice resource={view.resource} made={made} rows={list.rows} onShow={widen} />
        )}
      </LazySlot>
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
