import type { Customer } from '../../../domain/customer.ts';
import type { ImportField } from '../../../domain/import/column-names.ts';
import type { ColumnMatch } from '../../../domain/import/columns.ts';
import type { ChoiceWords } from '../../../domain/import/rows.ts';
import type { ReadFile } from './read-file.ts';

/** 'correct' takes the fix, 'keep' the text as the file has it, 'edit' leaves each row to the user. */
export type Decision = 'correct' | 'keep' | 'out' | 'edit';

/** Rows are known by their number in the file, as spreadsheets count. */
export type Corrections = Readonly<Partial<Record<number, Readonly<Partial<Customer>>>>>;

/** The user's answers about one sheet. Kept when another sheet is shown. */
export interface SheetSaid {
  /** Place of the line that names the columns; undefined where the user named none. */
  readonly headerAt?: number;
  /** By place of the header line: columns that the user chose. */
  readonly matches: Readonly<Partial<Record<number, Partial<ColumnMatch>>>>;
  readonly corrections: Corrections;
  readonly choices: Readonly<Partial<Record<number, 'in' | 'out'>>>;
  /** Rows that were read as totals or dates, and are customers. */
  readonly taken?: readonly number[];
}

/** The user's answers about a file. */
export interface Said {
  /** Undefined for the sheet that is likeliest a table of customers. */
  readonly sheet?: number;
  readonly sheets: Readonly<Partial<Record<number, SheetSaid>>>;
  readonly words: ChoiceWords;
  /** By group of rows that have the same cause. */
  readonly decisions: Readonly<Partial<Record<string, Decision>>>;
}

export type Step =
  | { readonly at: 'file' | 'preview' | 'storing' }
  | { readonly at: 'running'; readonly id: string };

export interface ImportState {
  readonly step: Step;
  /** The file that was chosen, and what was read of it. */
  readonly source: File | null;
  readonly read: ReadFile | null;
  readonly said: Said;
  /** Earlier answers for `undone`, the last at the end. */
  readonly past: readonly Said[];
  /** Group whose rows are shown; undefined for the rows to look at, where there are any. */
  readonly view?: View;
}

/** 'all' rows, those 'toLookAt', or those of one group. */
export type View = string;

export type ImportAction =
  | { readonly type: 'went'; readonly to: Step }
  /** A file was read, or the same one again in another encoding. */
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
      /** Groups with the same rows. */
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
      // A read that ends late must not take the place of an import that has begun.
      if (state.step.at !== 'file' && state.step.at !== 'preview') return state;
      // Answers stay when the same file is read in another encoding, or chosen again.
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
          // A row that was left out and is corrected is wanted again.
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

/** True where closing would lose something that the user said. */
export function isTouched({ past, step }: ImportState): boolean {
  return past.length > 0 && (step.at === 'file' || step.at === 'preview');
}

function isSame(file: File, other: File | null): boolean {
  return (['name', 'size', 'lastModified'] as const).every((key) => file[key] === other?.[key]);
}
