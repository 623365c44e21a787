import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { logoWords, settingLabels } from '../../words/settings.ts';
import { LOGO_TYPES, LogoError, scaledLogo } from './scaled-logo.ts';
import css from './settings-dialog.module.css';

interface Props {
  /** A data address; '' for none. */
  readonly value: string;
  readonly note: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Takes a picture from the device, scaled down to what paper needs. */
export function LogoField({ value, note, onChange }: Props) {
  const label = useId();
  const input = useRef<HTMLInputElement>(null);
  const { problem, reading, take, remove } = useLogoFile(onChange);
  return (
    <div role="group" aria-labelledby={label} className={css['logo']}>
      <span id={label} className={css['label']}>
        {settingLabels.companyLogo}
      </span>
      {value !== '' && <img src={value} alt={logoWords.picture} className={css['picture']} />}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={logoWords.file}
        accept={LOGO_TYPES.join(',')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void take(file);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <div className={css['buttons']}>
        <Button variant="default" loading={reading} onClick={() => input.current?.click()}>
          {value === '' ? logoWords.choose : logoWords.replace}
        </Button>
        {value !== '' && (
          <Button variant="default" onClick={remove}>
            {logoWords.remove}
          </Button>
        )}
      </div>
      {problem !== null && <ErrorAlert lines={[problem]} />}
      <p className={css['note']}>{note ?? logoWords.note}</p>
    </div>
  );
}

interface LogoFile {
  readonly problem: string | null;
  readonly reading: boolean;
  readonly take: (file: File) => Promise<void>;
  readonly remove: () => void;
}

/** Reads what is chosen; `onChange` gets its data address, '' when it is removed. */
function useLogoFile(onChange: Props['onChange']): LogoFile {
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  /** The last file that was chosen: an earlier one may take longer. */
  const chosen = useRef<File>(null);

  async function take(file: File): Promise<void> {
    chosen.current = file;
    setProblem(null);
    setReading(true);
    try {
      const logo = await scaledLogo(file);
      if (chosen.current === file) onChange(logo);
    } catch (error) {
      if (!(error instanceof LogoError)) throw error;
      if (chosen.current === file) setProblem(error.message);
    } finally {
      if (chosen.current === file) setReading(false);
    }
  }

  function remove(): void {
    chosen.current = null;
    setProblem(null);
    setReading(false);
    onChange('');
  }

  return { problem, reading, take, remove };
}
