import { useRef, useState } from 'react';
import { useKeptDraft } from '../../../crud/form/kept-draft.tsx';
import { resumeEdit } from '../../../crud/form/resumed-draft.ts';
import type { SignedStamp } from '../../../domain/day/entries.ts';
import { isTooLong } from '../../../domain/day/notes-share.ts';
import type { DryingEntry } from '../../../domain/drying/drying-entries.ts';
import type { DryingFact } from '../../../domain/drying/drying-facts.ts';
import { timeAfter } from '../../../domain/drying/fast-clocks.ts';
import { NOTHING_TYPED, type PadKey, pressKey, type Typing } from '../../../domain/drying/pad-keys.ts';
import {
  type Given,
  givenFor,
  stampFor,
  stepFact,
  temperatureFor,
  withAnswer,
  withTemperature,
  writeVisit,
} from '../../../domain/drying/visit-draft.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { readText } from '../../../domain/field.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { useJobEdit } from '../day/use-job-edit.ts';
import { fitted, useContinuedOrder } from './continued-order.ts';
import { saidIn } from './said-in.ts';

interface Options {
  readonly localId: string;
  readonly record: WorkOrder;
  /** The job's log. */
  readonly entries: readonly DryingEntry[];
  readonly steps: readonly VisitStep[];
  /** The part of the job that the visit covers, from `walkOf`. */
  readonly walk: string;
  /** The draft of an interrupted visit of that walk. */
  readonly found: FoundDraft | null;
}

export type Visit = ReturnType<typeof useVisit>;

interface Place {
  /** `steps.length` after the last step. */
  readonly at: number;
  readonly typing: Typing;
}

/** Each number is in the draft before the next is asked. What is pressed meanwhile waits, in its order. */
export function useVisit({ localId, record, entries, steps, walk, found }: Options) {
  const { busy, problem, stamp, edit } = useJobEdit(localId);
  const elsewhere = useContinuedOrder(record);
  const [isFull, setFull] = useState(false);
  const [begun] = useState(record);
  const [resumed] = useState(() => found && resumeEdit(found.draft, record as unknown as Fields));
  const initial = resumed?.initial ?? (begun as unknown as Fields);
  const before = readText(initial['notes']);
  const kept = useKeptDraft({
    resource: 'workOrders',
    saved: { localId, fields: initial },
    resumed: resumed ?? undefined,
    decides: false,
    part: walk,
  });
  const [given, setGiven] = useState<readonly Given[]>(() => (resumed ? saidIn(resumed) : []));
  const latest = useRef(given);
  const [place, setPlace] = useState<Place>(() => placeAt(steps, firstOpen(steps, given), given));
  const now = useRef(place);
  const waiting = useRef<(() => Promise<void> | void)[]>([]);
  const working = useRef<Promise<void> | null>(null);
  useUnsavedInput(given.length > 0);

  function move(to: Place): void {
    now.current = to;
    setPlace(to);
  }

  function goTo(at: number): void {
    move(placeAt(steps, at, latest.current));
  }

  function ownStamp(fact: Pick<DryingFact, 'word'>): SignedStamp {
    return stampFor(fact, stamp(), latest.current, entries);
  }

  function stampOf(fact: DryingFact): SignedStamp {
    const own = ownStamp(fact);
    return { ...own, at: timeAfter(entries, own, fact) };
  }

  async function give(answers: readonly Given[]): Promise<void> {
    latest.current = answers;
    setGiven(answers);
    kept.change({ notes: writeVisit(before, answers) });
    await kept.flush();
  }

  async function answer(step: VisitStep, fact: DryingFact): Promise<void> {
    await give(withAnswer(latest.current, step, { stamp: stampOf(fact), fact }));
    goTo(steps.indexOf(step) + 1);
  }

  async function keepTemperature(step: VisitStep, fahrenheit: number | null): Promise<void> {
    const typed = fahrenheit === null ? null : { stamp: ownStamp({ word: 'air' }), fahrenheit };
    await give(withTemperature(latest.current, step, typed));
  }

  /** Resolves when nothing waits any more. */
  function inTurn(act: () => Promise<void> | void): Promise<void> {
    waiting.current.push(act);
    working.current ??= workOff().finally(() => {
      working.current = null;
    });
    return working.current;
  }

  async function workOff(): Promise<void> {
    for (let act = waiting.current.shift(); act; act = waiting.current.shift()) await act();
  }

  function press(key: PadKey): Promise<void> {
    return inTurn(async () => {
      const { at, typing } = now.current;
      const step = steps[at];
      if (!step) return;
      const isTyped = typing.text !== '' || typing.fahrenheit !== null;
      if (key === 'next' && !isTyped && givenFor(latest.current, step)) return goTo(at + 1);
      const { typing: next, value } = pressKey(step.asks, typing, key);
      if (value !== null) {
        move({ at, typing: next });
        return answer(step, stepFact(step, value));
      }
      const { fahrenheit } = next;
      if (fahrenheit !== typing.fahrenheit) {
        if (fahrenheit !== null) move({ at, typing: { ...NOTHING_TYPED, text: String(fahrenheit) } });
        await keepTemperature(step, fahrenheit);
      }
      move({ at, typing: next });
    });
  }

  /** @returns false if a number is begun but not whole; then it is asked */
  async function finish(): Promise<boolean> {
    await press('next');
    if (now.current.typing.text !== '') return false;
    const half = steps.findIndex((step) => temperatureFor(latest.current, step) !== null);
    if (half >= 0) goTo(half);
    return half < 0;
  }

  /** @throws NotSavedError if the notes have no room for the visit */
  function withVisit(notes: string, answers: readonly Given[]): string {
    const written = writeVisit(notes, answers, entries);
    setFull(isTooLong(written));
    return fitted(written);
  }

  return {
    ...place,
    step: steps[place.at],
    given,
    busy,
    problem: elsewhere.problem ?? problem,
    /** The notes have no room for the visit. */
    isFull,
    trouble: kept.trouble,
    press,
    finish,
    /** The facts, even after an await. */
    latest: () => latest.current,
    skip: (step: VisitStep, fact: DryingFact) => inTurn(() => answer(step, fact)),
    goBack: () => inTurn(() => goTo(Math.max(0, now.current.at - 1))),
    toggle: (word: DryingFact['word'], facts: readonly DryingFact[]) =>
      inTurn(() => {
        const others = latest.current.filter((one) => one.fact.word !== word);
        const isOn = others.length < latest.current.length;
        const stamp = ownStamp({ word });
        return give(isOn ? others : [...others, ...facts.map((fact) => ({ stamp, fact }))]);
      }),
    save: () => {
      const [answers, fields] = [latest.current, kept.latest()];
      return edit(({ notes }) => ({ notes: withVisit(notes, answers) }), {
        store: (save) => kept.store(save, fields),
        held: false,
      });
    },
    saveElsewhere: () => {
      const [answers, fields] = [latest.current, kept.latest()];
      return elsewhere.add(
        (notes) => writeVisit(notes, answers, entries),
        (save) => kept.store(save, fields),
      );
    },
    drop: () => {
      waiting.current = [];
      kept.drop();
    },
  };
}

function firstOpen(steps: readonly VisitStep[], given: readonly Given[]): number {
  const isOpen = (step: VisitStep): boolean => !givenFor(given, step) || temperatureFor(given, step) !== null;
  const open = steps.findIndex(isOpen);
  return open < 0 ? steps.length : open;
}

function placeAt(steps: readonly VisitStep[], at: number, given: readonly Given[]): Place {
  const step = steps[at];
  return { at, typing: { ...NOTHING_TYPED, fahrenheit: step ? temperatureFor(given, step) : null } };
}
