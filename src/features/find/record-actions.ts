import { useState } from 'react';
import { readable, titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-link.tsx';
import { type ResourceView, useAllResourceViews } from '../../crud/resource-view.ts';
import { useDates, useNow } from '../../crud/time.tsx';
import { useTap } from '../../crud/use-tap.ts';
import { addressLines, addressOf } from '../../domain/address.ts';
import { readText } from '../../domain/field.ts';
import { dayAt } from '../../domain/plain-date.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { choicesOf, resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { type RecordServices, useRecordServices } from '../../records/record-services.ts';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import {
  CopyIcon,
  DirectionsIcon,
  DoneIcon,
  EditIcon,
  MailIcon,
  MessageIcon,
  OpenStepIcon,
  PhoneIcon,
  PlusIcon,
  ShareIcon,
  TodayIcon,
} from '../../ui/icons.ts';
import { directionsTo, mailAddress, useDialed } from '../../ui/text/contact-links.tsx';
import { contactWords } from '../../words/common.ts';
import { findActionWords } from '../../words/find.ts';
import type { FindOption, FoundOption } from './find-option.ts';
import { KIND_ICONS } from './kind-icons.ts';
import { canMove, moveOptions } from './move-options.ts';
import type { NextDialog } from './next-dialog.tsx';

/** Resolves with false if the browser refused. */
export type Copy = (text: string) => Promise<boolean>;

interface RecordActions {
  readonly options: readonly FindOption[];
  /** Why the last action failed. */
  readonly problem: string | null;
}

type Choosing = 'status' | 'day';

const NOTHING: RecordActions = { options: [], problem: null };

/**
 * Returns the actions for a found record. A call goes to its customer.
 * @param found each new object starts with the first actions again
 */
export function useRecordActions(
  found: FoundOption | null,
  { onNext, copy }: { readonly onNext: (next: NextDialog) => void; readonly copy: Copy | null },
): RecordActions {
  const { collections } = useRecordServices();
  const views = useAllResourceViews();
  const { problem, tap: save } = useTap(found?.resource ?? 'customers', found?.row.localId ?? '');
  const [notSaved, setNotSaved] = useState<FoundOption | null>(null);
  const [notCopied, setNotCopied] = useState<FoundOption | null>(null);
  const [choosing, setChoosing] = useState<{ readonly of: FoundOption; readonly what: Choosing } | null>(
    null,
  );
  const today = dayAt(useNow());
  const dates = useDates('workOrders');
  const customer = found && customerOf(found, collections);
  const dialed = useDialed(readText(customer?.view['phone']));
  if (!found) return NOTHING;
  const { resource, row } = found;
  const fields = readable(resource, row.view);
  const site = addressLines(addressOf(fields));
  const address = (site.length > 0 || !customer ? site : addressLines(addressOf(customer.view))).join(', ');
  const mail = mailAddress(readText(customer?.view['email']));
  const view = views.find((one) => one.resource === resource);
  const path = recordPath(view?.path ?? '', {
    ...row,
    serverId: row.serverId,
  });

  const saveProblem = notSaved === found ? problem : null;
  const tap: Tap = async (begin) => {
    const isSaved = await save(begin);
    if (!isSaved) setNotSaved(found);
    return isSaved;
  };

  async function copyAddress(): Promise<boolean> {
    const isCopied = (await copy?.(address)) ?? false;
    setNotCopied(isCopied ? null : found);
    return !isCopied;
  }

  const choose = (what: Choosing) => (): boolean => {
    setChoosing({ of: found, what });
    return true;
  };
  if (choosing?.of === found) {
    const isDay = choosing.what === 'day';
    return {
      options: isDay
        ? moveOptions({ today, dates, tap })
        : statusOptions({ found, fields, view, tap, onNext }),
      problem: saveProblem,
    };
  }
  const options: readonly (FindOption | null)[] = [
    { key: 'open', label: findActionWords.open, Icon: KIND_ICONS[resource], href: path },
    { key: 'tab', label: findActionWords.openInTab, Icon: ShareIcon, href: path, isOutside: true },
    dialed && { key: 'call', label: contactWords.call, Icon: PhoneIcon, href: `tel:${dialed.call}` },
    dialed && { key: 'text', label: contactWords.text, Icon: MessageIcon, href: `sms:${dialed.text}` },
    mail === '' ? null : { key: 'mail', label: contactWords.email, Icon: MailIcon, href: `mailto:${mail}` },
    address === ''
      ? null
      : {
          key: 'directions',
          label: contactWords.directions,
          Icon: DirectionsIcon,
          href: directionsTo(address),
          isOutside: true,
        },
    address === '' || !copy
      ? null
      : { key: 'copy', label: findActionWords.copyAddress, Icon: CopyIcon, run: copyAddress },
    { key: 'status', label: findActionWords.changeStatus, Icon: EditIcon, run: choose('status') },
    canMove(found) ? { key: 'move', label: findActionWords.move, Icon: TodayIcon, run: choose('day') } : null,
    ...(customer
      ? views
          .filter((one) => specOf(one.resource).references.length > 0)
          .map((one) => ({
            key: `add/${one.resource}`,
            label: findActionWords.addFor({
              title: resourceSpecs[one.resource].label.title,
              name: titleOf('customers', customer.view),
            }),
            Icon: PlusIcon,
            run: () => {
              onNext({ kind: 'form', view: one, initial: { customer: customer.localId } });
              return true;
            },
          }))
      : []),
  ];
  const copyProblem = notCopied === found ? findActionWords.notCopied({ address }) : null;
  return { options: options.filter((option) => option !== null), problem: saveProblem ?? copyProblem };
}

function customerOf({ resource, row }: FoundOption, { customers }: Collections): ShownRow | undefined {
  return resource === 'customers' ? row : customers.find(readText(row.view['customer']));
}

type Collections = RecordServices['collections'];
type ShownRow = FoundOption['row'];
type Tap = ReturnType<typeof useTap>['tap'];

interface StatusGiven {
  readonly found: FoundOption;
  readonly fields: Fields;
  readonly view: ResourceView | undefined;
  readonly tap: Tap;
  readonly onNext: (next: NextDialog) => void;
}

function statusOptions({ found: { resource, row }, fields, view, tap, onNext }: StatusGiven): FindOption[] {
  const choices = choicesOf(resource, 'status');
  return choices.map((status) => {
    const isChosen = status === fields['status'];
    return {
      key: `status/${status}`,
      label: choiceLabel(status, choices),
      Icon: isChosen ? DoneIcon : OpenStepIcon,
      isChosen,
      run: async () => {
        if (isChosen) return false;
        if (view && status === view.asksBefore?.status) {
          onNext({ kind: 'status', view, localId: row.localId, fields, status });
          return true;
        }
        const isSaved = await tap(() => (now) => ({ ...now, status }));
        return !isSaved;
      },
    };
  });
}
