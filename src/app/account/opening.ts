import type { Account } from '../../auth/token-store.ts';
import { NewerDataError, OlderDataError } from '../../db/app-database.ts';
import { openingProblems } from '../../words/start.ts';

export class OpeningProblem extends Error {
  override readonly name = 'OpeningProblem';
}

/**
 * The state of the account's database in this tab:
 *
 *     closed ──wanted──> opening ──opened──> open ──loggedOut, lost, another wanted──> leaving
 *       ^  ^                │                                                            │
 *       │  └──failed, left──┘                                                            │
 *       └────────────────────────────────────closed──────────────────────────────────────┘
 */
export type Opening =
  | { readonly is: 'closed'; readonly problem: OpeningProblem | null }
  /** `problem`: shown until the opening ends. */
  | { readonly is: 'opening'; readonly account: Account; readonly problem: OpeningProblem | null }
  | { readonly is: 'open'; readonly account: Account }
  /** `lost`: closed from outside. The records stay on the screen until the reason is known. */
  | {
      readonly is: 'leaving';
      readonly account: Account;
      readonly next: Account | null;
      readonly lost: boolean;
    };

export type OpeningEvent =
  | { readonly is: 'wanted'; readonly account: Account | null }
  | { readonly is: 'opened' }
  | { readonly is: 'slow' }
  /** The account was logged out during the opening. */
  | { readonly is: 'left' }
  | { readonly is: 'failed'; readonly cause: unknown }
  | { readonly is: 'loggedOut'; readonly account: Account }
  /** Another tab deleted or upgraded the database. */
  | { readonly is: 'lost'; readonly account: Account }
  | { readonly is: 'closed'; readonly stillSignedIn: boolean };

export type OpeningStep =
  | { readonly do: 'open' | 'close'; readonly account: Account }
  | { readonly do: 'wake' | 'nothing' };

interface Next {
  readonly state: Opening;
  readonly step: OpeningStep;
}

export const CLOSED: Opening = { is: 'closed', problem: null };

/** Returns the next state and the step to take. Ignores events that no longer fit the state. */
export function nextOpening(state: Opening, event: OpeningEvent): Next {
  const same = rest(state);
  switch (event.is) {
    case 'wanted':
      return wanted(state, event.account);
    case 'opened':
      return state.is === 'opening' ? rest({ is: 'open', account: state.account }) : same;
    case 'slow':
      return state.is === 'opening'
        ? rest({ ...state, problem: new OpeningProblem(openingProblems.silent) })
        : same;
    case 'left':
      return state.is === 'opening' ? rest(CLOSED) : same;
    case 'failed':
      return state.is === 'open' ? same : rest({ is: 'closed', problem: failedOpening(event.cause) });
    case 'loggedOut':
    case 'lost':
      if (state.is !== 'open' || state.account.key !== event.account.key) return same;
      return leave(state.account, { next: null, lost: event.is === 'lost' });
    case 'closed':
      return state.is === 'leaving' ? closed(state, event.stillSignedIn) : same;
  }
}

function wanted(state: Opening, account: Account | null): Next {
  switch (state.is) {
    case 'open':
      if (account?.databaseName === state.account.databaseName) return { state, step: { do: 'wake' } };
      return leave(state.account, { next: account, lost: false });
    case 'closed':
      return account ? open(account, state.problem) : rest(CLOSED);
    case 'opening':
    case 'leaving':
      return rest(state);
  }
}

function closed({ next, lost }: Extract<Opening, { is: 'leaving' }>, stillSignedIn: boolean): Next {
  if (next) return open(next, null);
  // A log-out in another tab also deletes the database. That is not a problem.
  return rest({
    is: 'closed',
    problem: lost && stillSignedIn ? new OpeningProblem(openingProblems.removed) : null,
  });
}

function open(account: Account, problem: OpeningProblem | null): Next {
  return { state: { is: 'opening', account, problem }, step: { do: 'open', account } };
}

function leave(account: Account, how: { readonly next: Account | null; readonly lost: boolean }): Next {
  return { state: { is: 'leaving', account, ...how }, step: { do: 'close', account } };
}

function rest(state: Opening): Next {
  return { state, step: { do: 'nothing' } };
}

function failedOpening(cause: unknown): OpeningProblem {
  const { newer, older, notOpened } = openingProblems;
  if (cause instanceof OlderDataError) return new OpeningProblem(older, { cause });
  return new OpeningProblem(cause instanceof NewerDataError ? newer : notOpened, { cause });
}
