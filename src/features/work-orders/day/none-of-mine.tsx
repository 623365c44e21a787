import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isOnCrew } from '../../../domain/day/job.ts';
import { likelyFirst } from '../../../domain/day/person-names.ts';
import { saveSettings } from '../../../records/company-settings.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { NotSavedError } from '../../../records/save-transaction.ts';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { dayWords } from '../../../words/job.ts';
import { settingsWords } from '../../../words/settings.ts';
import css from './today.module.css';
import { sorted, useNamesOnJobs } from './use-known-crew.ts';

interface Props {
  /** Whose jobs were asked for; everybody's where it is null. */
  readonly name: string | null;
  /** Says that there are none. */
  readonly words: string;
}

/** In place of jobs: says there are none, and where no job names this person, which names jobs do name. */
export function NoneOfMine({ name, words }: Props) {
  return (
    <>
      <p className={css['hint']}>{words}</p>
      {name !== null && <Unknown name={name} />}
    </>
  );
}

/** As many names as a phone shows beside the rest. */
const OFFERED = 12;

function Unknown({ name }: { readonly name: string }) {
  const crew = useNamesOnJobs();
  if (crew === undefined || isOnCrew({ crew }, name)) return null;
  return (
    <div className={css['hint']}>
      <p>{dayWords.nobodyCalled({ name })}</p>
      {crew.length > 0 && <NameOffers names={likelyFirst(name, sorted(crew)).slice(0, OFFERED)} />}
      <Link to="/settings">{dayWords.changeName}</Link>
    </div>
  );
}

function NameOffers({ names }: { readonly names: readonly string[] }) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (myName: string): void => {
    saveSettings(services, { myName }).catch((error: unknown) => {
      setProblem(error instanceof NotSavedError ? error.message : settingsWords.notSaved);
    });
  };
  return (
    <>
      <p className={css['which']}>{dayWords.whichIsYou}</p>
      {problem !== null && <ErrorAlert lines={[problem]} />}
      <div role="group" aria-label={dayWords.whichIsYou} className={css['names']}>
        {names.map((name) => (
          <Button key={name} variant="default" size="md" onClick={() => choose(name)}>
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}
