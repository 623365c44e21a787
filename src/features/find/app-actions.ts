import { useMemo } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router-dom';
import { useSessionState } from '../../auth/use-session.ts';
import { type ResourceView, useAllResourceViews } from '../../crud/resource-view.ts';
import { readQuery } from '../../domain/find/find-query.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { plainText } from '../../domain/search-text.ts';
import { checkReady } from '../../records/ready/check-ready.ts';
import { type RecordServices, useRecordServices } from '../../records/record-services.ts';
import { requestSync } from '../../records/use-sync-status.ts';
import {
  DashboardIcon,
  DeviceIcon,
  PlusIcon,
  PushIcon,
  ReportsIcon,
  ScheduleIcon,
  SettingsIcon,
  SyncIcon,
  TodayIcon,
  UploadIcon,
} from '../../ui/icons.ts';
import { screenTitles } from '../../words/common.ts';
import { findActionWords } from '../../words/find.ts';
import { listWords } from '../../words/list.ts';
import { readyWords } from '../../words/ready.ts';
import type { FindOption } from './find-option.ts';
import { KIND_ICONS } from './kind-icons.ts';
import type { NextDialog } from './next-dialog.tsx';

const SCREENS = [
  { path: '/dashboard', title: screenTitles.dashboard, Icon: DashboardIcon },
  { path: '/today', title: screenTitles.today, Icon: TodayIcon },
  { path: '/schedule', title: screenTitles.schedule, Icon: ScheduleIcon },
  { path: '/push', title: screenTitles.push, Icon: PushIcon },
  { path: '/reports', title: screenTitles.reports, Icon: ReportsIcon },
  { path: '/sync', title: screenTitles.sync, Icon: SyncIcon },
  { path: '/settings', title: screenTitles.settings, Icon: SettingsIcon },
] as const;

/** Actions that need no record: add one, import, synchronize, go to a screen. */
export function useAppActions(onNext: (next: NextDialog) => void): readonly FindOption[] {
  const services = useRecordServices();
  const views = useAllResourceViews();
  const navigate = useNavigate();
  const session = useSessionState();
  const username = 'account' in session ? session.account.username : '';
  return useMemo(
    () => appActions({ services, views, navigate, username, onNext }),
    [services, views, navigate, username, onNext],
  );
}

interface Given {
  readonly services: RecordServices;
  readonly views: readonly ResourceView[];
  readonly navigate: NavigateFunction;
  readonly username: string;
  readonly onNext: (next: NextDialog) => void;
}

function appActions({ services, views, navigate, username, onNext }: Given): readonly FindOption[] {
  const run = (act: () => void) => (): boolean => {
    act();
    return false;
  };
  const open = (next: NextDialog) => (): boolean => {
    onNext(next);
    return true;
  };
  return [
    ...views.map((view) => ({
      key: `add/${view.resource}`,
      label: listWords.add({ title: titleOf(view) }),
      Icon: PlusIcon,
      run: open({ kind: 'form', view }),
    })),
    ...views.flatMap((view) =>
      view.importing
        ? [
            {
              key: 'import',
              label: findActionWords.importCustomers,
              Icon: UploadIcon,
              run: open({ kind: 'import', Dialog: view.importing.Dialog }),
            },
          ]
        : [],
    ),
    {
      key: 'sync',
      label: findActionWords.syncNow,
      Icon: SyncIcon,
      run: run(() => void requestSync(services)),
    },
    {
      key: 'ready',
      label: readyWords.title,
      Icon: DeviceIcon,
      run: run(() => {
        void checkReady(services, username);
        void navigate('/sync');
      }),
    },
    ...[...SCREENS, ...views.map(listScreen)].map(({ path, title, Icon }) => ({
      key: `go${path}`,
      label: findActionWords.goTo({ screen: title }),
      Icon,
      href: path,
    })),
  ];
}

function titleOf({ resource }: ResourceView): string {
  return resourceSpecs[resource].label.title;
}

function listScreen({ resource, path }: ResourceView) {
  return { path, title: resourceSpecs[resource].label.plural, Icon: KIND_ICONS[resource] };
}

/** Returns the actions whose labels contain all that was typed. */
export function actionsMatching(actions: readonly FindOption[], typed: string): readonly FindOption[] {
  const [words = []] = readQuery(typed).ways;
  return actions.filter(({ label }) => {
    const plain = plainText(label);
    return words.every((word) => plain.includes(word));
  });
}
