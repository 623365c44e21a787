import { useMemo } from 'react';
import { titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-link.tsx';
import { type ResourceView, useAllResourceViews } from '../../crud/resource-view.ts';
import type { FindQuery } from '../../domain/find/find-query.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { useRecent } from '../../records/find/recent.ts';
import type { RecordAnswer } from '../../records/find/use-find.ts';
import { type RecordServices, useRecordServices } from '../../records/record-services.ts';
import { SearchIcon } from '../../ui/icons.ts';
import { counted } from '../../ui/text/format-values.tsx';
import { findWords } from '../../words/find.ts';
import { actionsMatching } from './app-actions.ts';
import type { FindOption, FindSection, FoundOption } from './find-option.ts';
import { KIND_ICONS } from './kind-icons.ts';

/** Recent records, and actions beside hits. */
const RECENT = 8;
const ACTIONS = 5;

interface Asked {
  readonly query: FindQuery;
  readonly only: ResourceName | null;
  readonly answer: RecordAnswer;
  readonly recent: ReturnType<typeof useRecent>;
  readonly actions: readonly FindOption[];
}

/** The sections stay the same until something asked changes, so that hits are not drawn again. */
export function useFindSections({ query, only, answer, recent, actions }: Asked): readonly FindSection[] {
  const { collections } = useRecordServices();
  const views = useAllResourceViews();
  return useMemo(
    () => findSections({ query, only, answer, recent, actions, collections, views }),
    [query, only, answer, recent, actions, collections, views],
  );
}

interface Given extends Asked {
  readonly collections: RecordServices['collections'];
  readonly views: readonly ResourceView[];
}

function findSections({
  query,
  only,
  answer,
  recent,
  actions,
  collections,
  views,
}: Given): readonly FindSection[] {
  const pathOf = (resource: ResourceName): string =>
    views.find((view) => view.resource === resource)?.path ?? '';
  const recordOption = (found: FoundOption): FindOption => ({
    key: `${found.resource}/${found.row.localId}`,
    label: titleOf(found.resource, found.row.view),
    Icon: KIND_ICONS[found.resource],
    record: found,
    href: recordPath(pathOf(found.resource), { ...found.row, serverId: found.row.serverId }),
  });

  function moreOf({ resource, found, listed, hits }: RecordAnswer['kinds'][number]): readonly FindOption[] {
    if (found <= hits.length) return [];
    const { label } = resourceSpecs[resource];
    const option = { key: `all/${resource}`, Icon: SearchIcon };
    const href = `${pathOf(resource)}?${new URLSearchParams({ search: query.text })}`;
    const isWhole = listed === found && query.scope === 'all';
    if (only === null && !isWhole)
      return [{ ...option, label: findWords.showAll({ records: counted(found, label) }), only: resource }];
    if (query.scope !== 'all' || listed === 0) return [];
    const records = counted(listed, label);
    return [
      { ...option, label: isWhole ? findWords.showAll({ records }) : findWords.inList({ records }), href },
    ];
  }

  function recentSection(): FindSection {
    const options = recent.flatMap(({ resource, localId }) => {
      const row = only === null || only === resource ? collections[resource].find(localId) : undefined;
      return row ? [recordOption({ resource, row, fact: null })] : [];
    });
    return { key: 'recent', label: findWords.recent, options: options.slice(0, RECENT) };
  }

  function actionSection(most: number): FindSection {
    const options = actionsMatching(actions, query.text).slice(0, most);
    return {
      key: 'actions',
      label: findWords.actions,
      options: only === null || query.scope === 'actions' ? options : [],
    };
  }

  const sections =
    query.scope === 'actions'
      ? [actionSection(actions.length)]
      : query.text === ''
        ? [recentSection(), ...(query.scope === 'all' ? [actionSection(actions.length)] : [])]
        : [
            ...answer.kinds.map((kind) => ({
              key: kind.resource,
              label: resourceSpecs[kind.resource].label.plural,
              options: [
                ...kind.hits.map(({ row, fact }) => recordOption({ resource: kind.resource, row, fact })),
                ...moreOf(kind),
              ],
            })),
            ...(query.scope === 'all' ? [actionSection(ACTIONS)] : []),
          ];
  return sections.filter(({ options }) => options.length > 0);
}
