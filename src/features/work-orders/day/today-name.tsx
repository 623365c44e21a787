import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isOnCrew } from '../../../domain/day/job.ts';
import { likelyFirst } from '../../../domain/day/person-names.ts';
import { saveSettings } from '../../../records/company-settings.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { NotSavedError } from '../../../records/save-transaction.ts';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
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

/** Matches jobs by the name in the settings, or else by the username once settings and crews are read. */
export function useMe(): Me {
  const { set, signed, username, isRead } = useMyName();
  const crew = useNamesOnJobs();
  if (crew === undefined || !isRead) return { name: set === username ? null : set || null, asked: null };
  if (isOnCrew({ crew }, signed)) return { name: signed, asked: null };
  // If the stored name is the username, the user chose 'I’m not in the list'.
  if (set !== '' && set !== username) return { name: set, asked: null };
  return { name: null, asked: set === '' && crew.length > 0 ? crew : null };
}

/** As many names as fit on a phone. */
const OFFERED = 12;

/** Asks only once, because every answer is stored. */
export function WhichIsYou({ crew }: { readonly crew: readonly string[] }) {
  const { signed } = useMyName();
  return (
    <section aria-label={dayWords.yourName} className={css.ask}>
      <NameOffers
        question={dayWords.whichIsYou({ name: signed })}
        names={likelyFirst(signed, sorted(crew)).slice(0, OFFERED)}
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
        <NameOffers question={dayWords.otherName} names={likelyFirst(name, sorted(crew)).slice(0, OFFERED)} />
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
  const choose = (myName: string): void => {
    saveSettings(services, { myName }).catch((error: unknown) => {
      setProblem(error instanceof NotSavedError ? error.message : settingsWords.notSaved);
    });
  };
  return (
    <>
      <p className={css.which}>{question}</p>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <div role="group" aria-label={question} className={css.names}>
        {names.map((name) => (
          <Button key={name} variant="default" size="md" onClick={() => choose(name)}>
            {name}
          </Button>
        ))}
        {own !== undefined && (
          <Button variant="subtle" size="md" onClick={() => choose(own)}>
            {dayWords.notInList}
          </Button>
        )}
      </div>
    </>
  );
}
