import { type ComboboxStore, useCombobox } from '@mantine/core';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { type RecordRow, useRecordList } from '../../records/use-records.ts';
import { makeRoomBelow } from '../../ui/feedback/make-room-below.ts';
import { useTopEscape } from '../../ui/feedback/use-top-escape.ts';

type Rows = readonly RecordRow<Fields>[];

/** The search in a field that chooses a record, and the list that it opens. */
export interface ReferenceSearch {
  readonly combobox: ComboboxStore;
  /** What is typed; null while nobody searches. */
  readonly text: string | null;
  /** What `rows` were searched for: `text`, or what it was a moment ago. */
  readonly wanted: string;
  readonly rows: Rows;
  readonly type: (text: string) => void;
  /** While the list is open, Enter is for the list: it does not save the form around it. */
  readonly keepEnter: (event: KeyboardEvent) => void;
}

export function useReferenceSearch(
  to: ResourceName,
  field: RefObject<HTMLInputElement | null>,
): ReferenceSearch {
  const [text, setText] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const deferred = useDeferredValue(text ?? '');
  const wanted = text !== null && text === confirmed ? text : deferred;
  const { rows }: { rows: Rows } = useRecordList(to, wanted);
  const combobox = useCombobox({
    onDropdownOpen: () => makeRoomBelow(field.current),
    onDropdownClose: () => {
      setText(null);
      combobox.resetSelectedOption();
    },
  });
  useTopEscape(() => combobox.closeDropdown(), combobox.dropdownOpened);
  useMark(combobox, wanted, rows);
  return {
    combobox,
    text,
    wanted,
    rows,
    type: (typed) => {
      setText(typed);
      combobox.openDropdown();
    },
    keepEnter: (event) => {
      if (event.key !== 'Enter' || !combobox.dropdownOpened) return;
      event.preventDefault();
      // Enter may come before the list of what was typed is drawn: it must not choose from the one before.
      if (text !== null && text !== wanted) flushSync(() => setConfirmed(text));
      if (combobox.getSelectedOptionIndex() === -1) combobox.closeDropdown();
    },
  };
}

/** Enter takes the first that was found. The list may change under what is marked: by the sync, at any time. */
function useMark(combobox: ComboboxStore, wanted: string, rows: Rows): void {
  const markFirst = useEffectEvent((text: string) => {
    if (text === '' || rows.length === 0) combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  });
  const followMark = useEffectEvent(() => combobox.updateSelectedOptionIndex());
  useEffect(() => markFirst(wanted), [wanted]);
  useEffect(() => {
    if (rows.length > 0) followMark();
  }, [rows]);
}
