import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { isOnCrew } from '../../../domain/day/job.ts';
import { ownName } from '../../../domain/day/own-name.ts';
import { likelyFirst } from '../../../domain/day/person-names.ts';
import { saveSettings } from '../../../records/company-settings.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { NotSavedError } from '../../../records/save-transaction.ts';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { dayWords } from '../../../words/jobs.ts';
import { settingsWords } from '../../../words/settings-and-about.ts';
import css from './today.module.css';
import { sorted, useMyName, useNamesOnJobs } from './use-crew.ts';

interface Me {
  /** If null, everybody's jobs are shown. */
  readonly name: string | null;
  /** The names on crews, if the user should be asked which one is theirs. */
  readonly asked: readonly string[] | null;
}

/** Until the settings and the crews have been read, only a name from the settings counts. */
export function useMe(): Me {
  const { set, username, isRead } = useMyName();
  const crew = useNamesOnJobs();
  if (crew === undefined || !isRead) return { name: set === username ? null : set || null, asked: null };
  const name = ownName({ set, username }, crew);
  return { name, asked: name === null && set === '' && crew.length > 0 ? crew : null };
}

/** Names shown at first. They fill about one row, with the button for the others. */
const OFFERED = { small: 2, medium: 8, large: 8 } as const;

/** Asks only once, because every answer is stored. */
export function WhichIsYou({ crew }: { readonly crew: readonly string[] }) {
  const { signed } = useMyName();
  return (
    <section aria-label={dayWords.yourName} className={css.ask} data-no-print>
      <NameOffers
        question={dayWords.whichIsYou({ name: signed })}
        names={likelyFirst(signed, sorted(crew))}
        own={signed}
      />
    </section>
  );
}

interface Props {
  readonly name: string | null;
  readonly words: string;
}

export function NoneOfMine({ name, words }: Props) {
  return (
    <>
      <p className={css.hint}>{words}</p>
      {name !== null && <Unknown name={name} />}
    </>
  );
}

function Unknown({ name }: { readonly name: string }) {
  const crew = useNamesOnJobs();
  if (crew === undefined || isOnCrew({ crew }, name)) return null;
  return (
    <div className={css.hint}>
      <p>{dayWords.nobodyCalled({ name })}</p>
      {crew.length > 0 && (
        <NameOffers question={dayWords.otherName} names={likelyFirst(name, sorted(crew))} />
      )}
      <Link to="/settings">{dayWords.changeName}</Link>
    </div>
  );
}

interface OffersProps {
  readonly question: string;
  readonly names: readonly string[];
  /** The name that 'I’m not in the list' stores. */
  readonly own?: string;
}

function NameOffers({ question, names, own }: OffersProps) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  const size = useWindowSize();
  const [whole, setWhole] = useState(false);
  const first = OFFERED[size];
  // The button for the others takes the place of one name.
  const isPart = !whole && names.length > first + 1;
  const shown = isPart ? names.slice(0, first) : names;
  const group = useRef<HTMLDivElement>(null);
  const showAll = (): void => {
    // The pressed button had the focus and is removed.
    flushSync(() => setWhole(true));
    group.current?.querySelectorAll('button')[first]?.focus();
  };
  const choose = (myName: string): void => {
    saveSettings(services, { myName }).catch((error: unknown) => {
      setProblem(error instanceof NotSavedError ? error.message : settingsWords.notSaved);
    });
  };
  return (
    <>
      <p className={css.which}>{question}</p>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <div ref={group} role="group" aria-label={question} className={css.names}>
        {shown.map((name) => (
          <Chip key={name} variant="default" onClick={() => choose(name)}>
            {name}
          </Chip>
        ))}
        {isPart && (
          <Chip variant="default" onClick={showAll}>
            {dayWords.others}
          </Chip>
        )}
        {own !== undefined && !isPart && (
          <Chip variant="subtle" onClick={() => choose(own)}>
            {dayWords.notInList}
          </Chip>
        )}
      </div>
    </>
  );
}

interface ChipProps {
  readonly variant: 'default' | 'subtle';
  readonly onClick: () => void;
  readonly children: string;
}

function Chip({ variant, onClick, children }: ChipProps) {
  return (
    <Button variant={variant} radius="xl" className={css.chip} onClick={onClick}>
      {children}
    </Button>
  );
}
