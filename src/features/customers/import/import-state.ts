import type { Customer } from '../../../domain/customer.ts';
import type { ColumnMatch, ImportField } from '../../../domain/import/columns.ts';
import type { ChoiceWords } from '../../../domain/import/rows.ts';
import type { ReadFile } from './read-file.ts';

/** 'correct' takes the fix, 'keep' leaves the text as in the file, 'edit' leaves each row to the user. */
export type Decision = 'correct' | 'keep' | 'out' | 'edit';

/** Keyed by row number in the file, counted as in a spreadsheet. */
export type Corrections = Readonly<Partial<Record<number, Readonly<Partial<Customer>>>>>;

/** Choices about one sheet, kept while another sheet is shown. */
export interface SheetSaid {
  /** Index of the header line, if the user chose one. */
  readonly headerAt?: number;
  /** Keyed by the index of the header line. */
  readonly matches: Readonly<Partial<Record<number, Partial<ColumnMatch>>>>;
  readonly corrections: Corrections;
  readonly choices: Readonly<Partial<Record<number, 'in' | 'out'>>>;
  /** Rows that look like totals or dates, but are customers. */
  readonly taken?: readonly number[];
}

export interface Said {
  /** Undefined means the sheet that looks most like a list of customers. */
  readonly sheet?: number;
  readonly sheets: Readonly<Partial<Record<number, SheetSaid>>>;
  readonly words: ChoiceWords;
  readonly decisions: Readonly<Partial<Record<string, Decision>>>;
}

export type Step =
  | { readonly at: 'file' | 'preview' | 'storing' }
  | { readonly at: 'running'; readonly id: string };

export interface ImportState {
  readonly step: Step;
  readonly source: File | null;
  readonly read: ReadFile | null;
  readonly said: Said;
  readonly past: readonly Said[];
  /** Undefined means the rows to review, or all rows if there are none. */
  readonly view?: View;
}

/** 'all', 'toLookAt', or the key of a group. */
export type View = string;

export type ImportAction =
  | { readonly type: 'went'; readonly to: Step }
  | { readonly type: 'read'; readonly source: File; readonly read: ReadFile }
  | { readonly type: 'viewed'; readonly view: View }
  | { readonly type: 'undone' }
  | SaidAction;

type SaidAction =
  | { readonly type: 'sheet'; readonly sheet: number }
  | { readonly type: 'header'; readonly sheet: number; readonly headerAt: number }
  | {
      readonly type: 'matched';
      readonly sheet: number;
      readonly headerAt: number;
      readonly field: ImportField;
      readonly columns: readonly number[];
    }
  | {
      readonly type: 'word';
      readonly field: keyof ChoiceWords;
      readonly word: string;
      readonly choice: string;
    }
  | {
      readonly type: 'decided';
      readonly group: string;
      readonly also?: readonly string[];
      readonly decision: Decision;
    }
  | {
      readonly type: 'corrected';
      readonly sheet: number;
      readonly row: number;
      readonly field: keyof Customer;
      readonly value: string;
    }
  | { readonly type: 'chose'; readonly sheet: number; readonly row: number; readonly choice: 'in' | 'out' }
  | { readonly type: 'took'; readonly sheet: number; readonly row: number };

const NOTHING_SAID: Said = { sheets: {}, words: { customer_type: {}, status: {} }, decisions: {} };
export const NO_SHEET_SAID: SheetSaid = { matches: {}, corrections: {}, choices: {} };

export function firstState(going: string | null): ImportState {
  const step: Step = going === null ? { at: 'file' } : { at: 'running', id: going };
  return { step, source: null, read: null, said: NOTHING_SAID, past: [] };
}

export function reduceImport(state: ImportState, action: ImportAction): ImportState {
  switch (action.type) {
    case 'went':
      return { ...state, step: action.to };
    case 'read': {
      const { source, read } = action;
      // A file that was read late must not replace an import that has begun.
      if (state.step.at !== 'file' && state.step.at !== 'preview') return state;
      // Keep the answers if the same file is read again, for example in another encoding.
      if (isSame(source, state.source)) return { ...state, step: { at: 'preview' }, source, read };
      return { ...firstState(null), step: { at: 'preview' }, source, read };
    }
    case 'viewed':
      return { ...state, view: action.view };
    case 'undone': {
      const said = state.past.at(-1);
      return said ? { ...state, said, past: state.past.slice(0, -1) } : state;
    }
    case 'decided':
      return { ...saidMore(state, action), ...(action.decision === 'edit' && { view: action.group }) };
    default:
      return saidMore(state, action);
  }
}

function saidMore(state: ImportState, action: SaidAction): ImportState {
  return { ...state, said: reduceSaid(state.said, action), past: [...state.past, state.said] };
}

function reduceSaid(said: Said, action: SaidAction): Said {
  switch (action.type) {
    case 'sheet':
      return { ...said, sheet: action.sheet };
    case 'header':
      return changeSheet(said, action.sheet, () => ({ headerAt: action.headerAt }));
    case 'matched': {
      const { sheet, headerAt, field, columns } = action;
      return changeSheet(said, sheet, ({ matches }) => ({
        matches: { ...matches, [headerAt]: { ...matches[headerAt], [field]: columns } },
      }));
    }
    case 'word': {
      const { field, word, choice } = action;
      return { ...said, words: { ...said.words, [field]: { ...said.words[field], [word]: choice } } };
    }
    case 'decided': {
      const { group, also = [], decision } = action;
      const decided = Object.fromEntries([group, ...also].map((one) => [one, decision]));
      return { ...said, decisions: { ...said.decisions, ...decided } };
    }
    case 'corrected': {
      const { sheet, row, field, value } = action;
      return changeSheet(said, sheet, ({ corrections, choices }) => {
        const { [row]: choice, ...others } = choices;
        return {
          corrections: { ...corrections, [row]: { ...corrections[row], [field]: value } },
          // Correcting a left-out row brings it back.
          choices: choice === 'out' ? others : choices,
        };
      });
    }
    case 'took':
      return changeSheet(said, action.sheet, ({ taken = [] }) => ({ taken: [...taken, action.row] }));
    case 'chose':
      return changeSheet(said, action.sheet, ({ choices }) => ({
        choices: { ...choices, [action.row]: action.choice },
      }));
  }
}

function changeSheet(said: Said, sheet: number, change: (of: SheetSaid) => Partial<SheetSaid>): Said {
  const before = said.sheets[sheet] ?? NO_SHEET_SAID;
  return { ...said, sheets: { ...said.sheets, [sheet]: { ...before, ...change(before) } } };
}

export function isTouched({ past, step }: ImportState): boolean {
  return past.length > 0 && (step.at === 'file' || step.at === 'preview');
}

function isSame(file: File, other: File | null): boolean {
  return (['name', 'size', 'lastModified'] as const).every((key) => file[key] === other?.[key]);
}
