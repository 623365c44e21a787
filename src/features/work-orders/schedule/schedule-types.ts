import type { KeyboardEvent } from 'react';
import type { ScheduleView } from '../../../domain/schedule/days.ts';
import type { Place } from '../../../domain/schedule/gestures.ts';
import type { HintRules } from '../../../domain/schedule/hints.ts';
import type { DayIndex } from '../../../domain/schedule/index-days.ts';
import type { Move } from '../../../domain/schedule/move.ts';
import type { Person } from '../../../domain/schedule/people.ts';
import type { DaysPlan } from '../../../domain/schedule/plan-days.ts';
import type { Slot, Slots } from '../../../domain/schedule/slots.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { RecordRow } from '../../../records/use-records.ts';

export interface Row extends RecordRow<WorkOrder> {
  /** Shown as it will be once it is saved. */
  readonly isSaving?: true;
}

export type JobSlot = Slot<Row>;
export type Plan = DaysPlan<Row>;

export interface ScheduleData extends HintRules {
  readonly index: DayIndex<Row>;
  readonly slots: Slots<Row>;
  /** Have a row even without a job. Empty until they are read. */
  readonly people: readonly Person[];
  readonly arePeopleRead: boolean;
  /** Stays the same while its parts do, for `memo`. */
  readonly rules: HintRules;
  /** False while work orders may be missing on this device. */
  readonly isWhole: boolean;
}

export interface ShownSchedule {
  readonly view: ScheduleView;
  readonly day: string;
  /** A name on the crew; null for everybody. */
  readonly who: string | null;
  readonly status: string | null;
}

export interface ScheduleAddress extends ShownSchedule {
  /** Replaces the history entry. */
  readonly go: (change: Partial<ShownSchedule>) => void;
  /** Goes to the next or the previous days. */
  readonly step: (by: -1 | 1) => void;
}

/** A job's dialog. */
export type Question = 'move' | 'assign' | 'repeat';

/** What can be done with a job. Its functions stay the same, for `memo`. */
export interface Board {
  /** Writes the move, with a notice that can undo it. The screen says why if it fails. */
  readonly move: (slot: JobSlot, move: Move) => Promise<void>;
  /** The same for a dialog, which gets the reason; null once it is written. */
  readonly save: (slot: JobSlot, move: Move) => Promise<string | null>;
  /** Opens a dialog. */
  readonly ask: (slot: JobSlot, question: Question) => void;
  /** Opens or closes the card's menu. */
  readonly menu: (slot: JobSlot, opener: HTMLElement) => void;
  /** Drops a dragged job. @param adds the row that it leaves keeps it too */
  readonly drop: (slot: JobSlot, way: Way, adds: boolean) => void;
  /** Handles a key on a card: M, Space, and all keys that carry a job. */
  readonly press: (event: KeyboardEvent, slot: JobSlot, place: Place) => void;
}

export interface Way {
  readonly from: Place;
  readonly to: Place;
}

/** A job that keys carry. */
export interface Carry extends Way {
  readonly slot: JobSlot;
}

export interface ViewProps {
  readonly data: ScheduleData;
  readonly address: ScheduleAddress;
  readonly board: Board;
}
