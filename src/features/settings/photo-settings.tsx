import { useState } from 'react';
import { choosePhotoSize, usePhotoSize } from '../../records/photo-notes.ts';
import { chooseNetwork } from '../../records/photos.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useFilesSending } from '../../records/use-files-status.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { photoChoiceWords, photoSettingWords } from '../../words/photo-sending.ts';
import { settingsWords } from '../../words/settings-and-about.ts';
import css from './settings-screen.module.css';

const SIZES = ['usual', 'large', 'original'] as const;
const NETWORKS = ['always', 'wifi', 'press'] as const;
const WORDS: Readonly<Record<keyof typeof photoChoiceWords, string>> = photoChoiceWords;

/** How this device takes and sends photos. Saved with each press. */
export function PhotoSettings() {
  const services = useRecordServices();
  const size = usePhotoSize();
  const files = useFilesSending();
  const [problem, setProblem] = useState<string | null>(null);
  if (size === undefined || !files?.keepsFiles) return null;

  function save(saving: Promise<void>): void {
    setProblem(null);
    saving.catch((error: unknown) => {
      services.log.error('a photo setting was not saved', error);
      setProblem(settingsWords.notSaved);
    });
  }

  return (
    <section className={css.panel} aria-labelledby="photo-settings">
      <h2 id="photo-settings" className={css.title}>
        {photoSettingWords.title}
      </h2>
      <p className={css.about}>{photoSettingWords.about}</p>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <Choices
        name="size"
        legend={photoSettingWords.size}
        choices={SIZES}
        chosen={size}
        onChoose={(chosen) => save(choosePhotoSize(services, chosen))}
      />
      <Choices
        name="network"
        legend={photoSettingWords.network}
        choices={NETWORKS}
        chosen={files.network}
        onChoose={(chosen) => save(chooseNetwork(services, chosen))}
      />
      {files.network === 'wifi' && services.photoDevice.isOnWifi() === null && (
        <p className={css.about}>{photoSettingWords.wifiUnknown}</p>
      )}
    </section>
  );
}

interface ChoicesProps<C> {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly C[];
  readonly chosen: C;
  readonly onChoose: (choice: C) => void;
}

function Choices<C extends keyof typeof WORDS>({ name, legend, choices, chosen, onChoose }: ChoicesProps<C>) {
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className={css.choice}>
          <input type="radio" name={name} checked={choice === chosen} onChange={() => onChoose(choice)} />
          <span>{WORDS[choice]}</span>
        </label>
      ))}
    </fieldset>
  );
}
