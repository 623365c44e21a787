import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { Fields } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { useRecordServices } from '../records/records-context.ts';
import { requestPull } from '../records/requests.ts';
import { type RecordList, type RecordRow, useRecordList } from '../records/use-records.ts';
import { PlusIcon } from '../ui/icons.ts';
import { LazySlot } from '../ui/lazy-slot.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { DeleteConfirm, ResourceFormDialog } from './lazy-dialogs.ts';
import { ListNote, ListPlaceholder } from './list-placeholder.tsx';
import { ResourceCards } from './resource-cards.tsx';
import css from './resource-list-screen.module.css';
import { ResourceTable } from './resource-table.tsx';
import type { ResourceView } from './resource-view.ts';
import { useSearchText } from './use-search-text.ts';
import { nextSort, type Sort, useSortedRows } from './use-sorted-rows.ts';

type Row = RecordRow<Fields>;
type OpenDialog =
  | { readonly kind: 'form'; readonly row: Row | null }
  | { readonly kind: 'delete'; readonly row: Row };

/** The list of one kind of record: search, add, edit, delete. Opening it asks for a fresh pull. */
export function ResourceListScreen({ view }: { readonly view: ResourceView }) {
  const services = useRecordServices();
  const { label } = resourceSpecs[view.resource];
  const [search, setSearch] = useSearchText();
  const wanted = useDeferredValue(search);
  const list: RecordList<Fields> = useRecordList(view.resource, wanted);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const edit = useCallback((row: Row) => setDialog({ kind: 'form', row }), []);
  const remove = useCallback((row: Row) => setDialog({ kind: 'delete', row }), []);
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const Rows = wide ? ResourceTable : ResourceCards;
  const [sort, setSort] = useState<Sort | null>(null);
  const rows = useSortedRows(view, list.rows, wide ? sort : null);
  usePageTitle(label.plural);

  useEffect(() => {
    void requestPull(services, view.resource);
  }, [services, view.resource]);

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
      <PageHeader title={label.plural} note={<ListNote resource={view.resource} list={list} />}>
        {add}
      </PageHeader>
      <div className={css['search']}>
        <SearchInput label={`Search ${label.plural.toLowerCase()}`} value={search} onChange={setSearch} />
      </div>
      {list.rows.length > 0 ? (
        <Rows
          view={view}
          rows={rows}
          sort={sort}
          onSort={(field) => setSort((before) => nextSort(before, field))}
          onEdit={edit}
          onDelete={remove}
        />
      ) : (
        <ListPlaceholder resource={view.resource} list={list} search={wanted} add={add} />
      )}
      <LazySlot onClose={() => setDialog(null)}>
        {dialog?.kind === 'form' && (
          <ResourceFormDialog view={view} row={dialog.row} onClose={() => setDialog(null)} />
        )}
        {dialog?.kind === 'delete' && (
          <DeleteConfirm view={view} row={dialog.row} onClose={() => setDialog(null)} />
        )}
      </LazySlot>
    </>
  );
}
