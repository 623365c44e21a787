import { FOUND_THROUGH } from '../../domain/find/find-index.ts';
import type { FindQuery } from '../../domain/find/find-query.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../domain/resource-specs.ts';
import type { RecordAnswer } from '../../records/find/use-find.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { listed } from '../../ui/text/format-values.tsx';
import { findKeyWords, findWords } from '../../words/find.ts';
import css from './find.module.css';

interface Props {
  readonly query: FindQuery;
  readonly answer: RecordAnswer;
  readonly isAnswered: boolean;
  readonly only: ResourceName | null;
  /** 0 if there is nothing to choose. */
  readonly count: number;
}

/** Says what was found, or why an empty list is not final. */
export function FindStatus({ query, answer, isAnswered, only, count }: Props) {
  const isSearch = query.scope !== 'actions' && query.text !== '';
  const reading = isSearch && isAnswered ? answer.reading : [];
  const lacked = useLackedKinds();
  const needed = only === null ? RESOURCE_NAMES : [only, ...FOUND_THROUGH[only]];
  const missing = lacked.filter((kind) => needed.includes(kind));
  const isNothing = isAnswered && count === 0 && reading.length === 0 && query.text !== '';
  return (
    <div className={css.status}>
      <p role="status">
        {statusWords({ isSearch, isAnswered, reading, isNothing, typed: query.text, count })}
      </p>
      {isNothing && <p className={css.hint}>{findWords.hint}</p>}
      {isSearch && missing.length > 0 && (
        <p className={css.hint}>{findWords.notHere({ kinds: kindsOf(missing) })}</p>
      )}
    </div>
  );
}

interface Said extends Pick<Props, 'isAnswered' | 'count'> {
  readonly isSearch: boolean;
  readonly reading: readonly ResourceName[];
  readonly isNothing: boolean;
  readonly typed: string;
}

function statusWords({ isSearch, isAnswered, reading, isNothing, typed, count }: Said): string {
  if (!isAnswered) return findWords.searching;
  if (reading.length > 0) return findWords.reading({ kinds: kindsOf(reading) });
  if (isNothing) return findWords.nothing({ typed });
  return isSearch ? findWords.found({ count }) : '';
}

function kindsOf(kinds: readonly ResourceName[]): string {
  return listed(kinds.map((kind) => resourceSpecs[kind].label.plural.toLowerCase()));
}

function useLackedKinds(): readonly ResourceName[] {
  const fetched = {
    customers: useFetched('customers'),
    projects: useFetched('projects'),
    estimates: useFetched('estimates'),
    workOrders: useFetched('workOrders'),
  };
  return RESOURCE_NAMES.filter((kind) => fetched[kind] !== undefined && fetched[kind] !== 'yes');
}

/** Only where there is a keyboard. */
export function Hints({ isApple }: { readonly isApple: boolean }) {
  const hints = [
    [findKeyWords.arrows, findKeyWords.choose],
    [findKeyWords.enter, findKeyWords.open],
    [isApple ? findKeyWords.cmdEnter : findKeyWords.ctrlEnter, findKeyWords.newTab],
    [findKeyWords.right, findKeyWords.more],
    [findKeyWords.escape, findKeyWords.close],
  ] as const;
  return (
    <p className={css.hints} aria-hidden>
      {hints.map(([key, words]) => (
        <span key={key}>
          <kbd>{key}</kbd> <span>{words}</span>
        </span>
      ))}
    </p>
  );
}
