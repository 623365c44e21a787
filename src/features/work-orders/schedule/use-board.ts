import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { readable, titleOf } from '../../../crud/readable.ts';
import { useDates } from '../../../crud/time.tsx';
import type { Fields } from '../../../domain/resource-spec.ts';
import { type Arrow, carried, moveBetween, type Place } from '../../../domain/schedule/gestures.ts';
import type { WorkHours } from '../../../domain/schedule/hints.ts';
import {
  fixedBecause,
  type Move,
  type MoveRefusal,
  movedJob,
  refusalOf,
} from '../../../domain/schedule/move.ts';
import { rowKeysOf } from '../../../domain/schedule/people.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { editRecord } from '../../../records/commands.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { NotSavedError } from '../../../records/save-transaction.ts';
import { carryWords, moveWords, refusalWords } from '../../../words/schedule.ts';
import { withJob } from './day-hours.ts';
import { placeSaid } from './schedule-said.ts';
import type { Board, Carry, JobSlot, Plan, Question, Row, ScheduleData, Way } from './schedule-types.ts';
import type { OptimisticMoves } from './use-optimistic-moves.ts';

interface Opened {
  readonly slot: JobSlot;
  readonly opener: HTMLElement;
}

interface Asked {
  readonly slot: JobSlot;
  readonly question: Question;
}

export interface BoardState {
  readonly board: Board;
  readonly carry: Carry | null;
  /** The dialog that is open. */
  readonly asked: Asked | null;
  readonly opened: Opened | null;
  readonly problem: string | null;
  /** For a screen reader. */
  readonly said: string;
  readonly closeDialog: () => void;
  readonly closeMenu: () => void;
  readonly closeProblem: () => void;
  readonly putBack: () => void;
}

interface Shown {
  readonly data: ScheduleData;
  readonly moves: OptimisticMoves;
  /** Undefined in views without rows. */
  readonly plan: Plan | undefined;
  /** Only where hours are drawn. */
  readonly hours: WorkHours | undefined;
}

const ARROWS: Readonly<Record<string, Arrow>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export function useBoard(shown: Shown): BoardState {
  const services = useRecordServices();
  const [carry, setCarry] = useState<Carry | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const moved = useRef<Moved | null>(null);
  // Those of the data may be out of date for a moment.
  const dates = useDates('workOrders');
  const latest = useRef({ shown, carry, dates });
  useEffect(() => {
    latest.current = { shown, carry, dates };
  });
  useEffect(() => {
    const { current } = moved;
    // Not yet drawn at its new place, or below its dialog.
    if (current === null || current.index === shown.data.index || asked !== null) return;
    moved.current = null;
    // After the paint that shows the drop, which the focus would delay by another layout.
    requestAnimationFrame(() => services.clock.setTimer(() => refocus(current), 0));
  });

  const acts = useMemo(() => {
    async function write(slot: JobSlot, change: Move, person = rowOf(slot)): Promise<Written> {
      const { row, day } = slot;
      const { shown: current, dates: forms } = latest.current;
      const { today, index } = current.data;
      const refused: { because: MoveRefusal | null } = { because: null };
      const edit = (fields: Fields): Fields => {
        const job = readJob(fields);
        refused.because = refusalOf(job, change, { today, dates: forms });
        return refused.because === null ? { ...fields, ...movedJob(job, change, forms) } : fields;
      };
      setProblem(null);
      const to = { localId: row.localId, person, day: change.day === undefined ? day : change.day, index };
      const isShown = showAtOnce(row, change);
      if (isShown) moved.current = to;
      try {
        const receipt = await editRecord(services, 'workOrders', row.localId, { change: edit, held: true });
        const { undo, mutationId } = receipt;
        // A move back to where it was leaves no change to send.
        const isChanged = mutationId !== null || undo !== null;
        if (isChanged) {
          moved.current = to;
          services.lastSave.set({ resource: 'workOrders', localId: receipt.localId, kind: 'update', undo });
        } else if (isShown) takeBack(slot);
        const why = refused.because === null ? null : refusalWords[refused.because];
        return { problem: why, isChanged };
      } catch (error) {
        if (isShown) takeBack(slot);
        const why = error instanceof NotSavedError ? error.message : moveWords.notMoved;
        return { problem: why, isChanged: false };
      }
    }

    /** Not of a job that is still being saved, because two such changes may end in any order. */
    function showAtOnce(row: Row, change: Move): boolean {
      const { shown: current, dates: forms } = latest.current;
      const job = readJob(row.view);
      const { today } = current.data;
      if (row.isSaving || refusalOf(job, change, { today, dates: forms }) !== null) return false;
      current.moves.show(row, movedJob(job, change, forms));
      return true;
    }

    function takeBack(slot: JobSlot): void {
      const { data, moves } = latest.current.shown;
      const { row, day } = slot;
      moved.current = { localId: row.localId, person: rowOf(slot), day, index: data.index };
      moves.takeBack(row);
    }

    /** The row of its first person; nobody's has an empty key. */
    function rowOf(slot: JobSlot): string {
      return rowKeysOf(slot, latest.current.shown.data.settings)[0] ?? '';
    }

    async function move(slot: JobSlot, change: Move, person?: string): Promise<Written> {
      const written = await write(slot, change, person);
      setProblem(written.problem);
      return written;
    }

    async function drop(slot: JobSlot, way: Way, adds: boolean): Promise<void> {
      const title = titleOf('workOrders', slot.row.view);
      const { data } = latest.current.shown;
      const change = isSame(way) ? {} : moveBetween(slot, way, { adds, settings: data.settings });
      if (Object.keys(change).length === 0) return setSaid(carryWords.same({ title }));
      const { problem: failed, isChanged } = await move(slot, change, way.to.person?.key);
      if (isChanged) setSaid(carryWords.dropped({ title, place: placeSaid(way.to) }));
      else if (failed === null) setSaid(carryWords.same({ title }));
    }

    function ask(slot: JobSlot, question: Question): void {
      const fixed = question === 'repeat' ? null : fixedBecause(slot.row.view);
      if (fixed === null) setAsked({ slot, question });
      else setProblem(refusalWords[fixed]);
    }

    function hold(next: Carry | null): void {
      // The next key may come before the next render.
      latest.current = { ...latest.current, carry: next };
      setCarry(next);
    }

    function pickUp(slot: JobSlot, place: Place): void {
      const fixed = fixedBecause(slot.row.view);
      const { plan } = latest.current.shown;
      if (fixed !== null) return setProblem(refusalWords[fixed]);
      if (!plan) return ask(slot, 'move');
      hold({ slot, from: place, to: place });
      const title = titleOf('workOrders', slot.row.view);
      setSaid(carryWords.picked({ title, place: placeSaid(place, plan) }));
    }

    function putBack(): void {
      const { carry: held } = latest.current;
      if (!held) return;
      hold(null);
      setSaid(carryWords.back({ title: titleOf('workOrders', held.slot.row.view) }));
    }

    function carryOn(event: KeyboardEvent, held: Carry): void {
      const { data, plan, hours } = latest.current.shown;
      const arrow = ARROWS[event.key];
      if (arrow && plan) {
        const { today, settings } = data;
        const rows = plan.rows.map(({ person }) => person);
        const { from } = held;
        const drawn = hours && { hours: withJob(hours, held.slot) };
        const grid = { days: plan.days, rows, today, settings, from, ...drawn };
        const to = carried(held.slot, held.to, arrow, grid);
        hold({ ...held, to });
        setSaid(placeSaid(to, plan));
      } else if (event.key === 'Enter' || event.key === ' ') {
        hold(null);
        void drop(held.slot, held, event.ctrlKey || event.altKey);
      } else if (event.key === 'Escape') putBack();
      else return;
      event.preventDefault();
    }

    function press(event: KeyboardEvent, slot: JobSlot, place: Place): void {
      const { carry: held } = latest.current;
      // A key that is held down neither drops a job nor opens it.
      const isChoice = event.key === ' ' || event.key === 'Enter';
      if (event.repeat && isChoice && isOnCard(event)) return event.preventDefault();
      if (held) return carryOn(event, held);
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === ' ' && isOnCard(event)) pickUp(slot, place);
      else if (event.key.toLowerCase() === 'm') ask(slot, 'move');
      else return;
      event.preventDefault();
    }

    const board: Board = {
      move: async (slot, change) => void (await move(slot, change)),
      save: async (slot, change) => (await write(slot, change)).problem,
      ask,
      menu: (slot, opener) => setOpened((now) => (now?.opener === opener ? null : { slot, opener })),
      drop: (slot, way, adds) => void drop(slot, way, adds),
      press,
    };
    return {
      board,
      putBack,
      closeDialog: () => setAsked(null),
      closeMenu: () => setOpened(null),
      closeProblem: () => setProblem(null),
    };
  }, [services]);

  return { ...acts, carry, asked, opened, problem, said };
}

function readJob(fields: object): WorkOrder {
  return readable('workOrders', fields as Fields) as unknown as WorkOrder;
}

/** Space on the button of a menu opens it. */
function isOnCard({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-stop]') !== null;
}

function isSame({ from, to }: Way): boolean {
  return from.day === to.day && from.person?.key === to.person?.key && from.minutes === to.minutes;
}

interface Written {
  readonly problem: string | null;
  /** False also if the job already was as wanted. */
  readonly isChanged: boolean;
}

interface Moved {
  readonly localId: string;
  /** The key of the row in which it is. */
  readonly person: string;
  /** Null in the tray. */
  readonly day: string | null;
  /** Before the move. */
  readonly index: ScheduleData['index'];
}

/**
 * A moved card is a new element, so the focus was lost. If the card is not listed, focuses the button that shows more
 * of its day and row ([data-rest]).
 */
function refocus({ localId, person, day }: Moved): void {
  const focused = document.activeElement;
  if (focused !== document.body && focused?.matches('main') !== true) return;
  const cards = [...document.querySelectorAll<HTMLElement>(`[data-id="${localId}"] [data-stop]`)];
  const rest = [...document.querySelectorAll<HTMLElement>(`[data-rest="${day ?? ''}"]`)];
  const isInRow = (one: HTMLElement): boolean => {
    const row = one.closest('td')?.dataset['row'];
    // The tray has no rows.
    return row === undefined || row === person;
  };
  const next = cards.find(isInRow) ?? cards[0] ?? rest.find(isInRow);
  next?.focus({ preventScroll: true });
}
