import { Button } from '@mantine/core';
import css from './import-dialog.module.css';

interface Props<T extends string | number> {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly choices: readonly (readonly [value: T, label: string])[];
  readonly chosen: T | undefined;
  readonly onChoose: (value: T) => void;
}

/** One decision among a few, each in its own words: on a phone they stand below each other. */
export function ChoiceButtons<T extends string | number>({ label, choices, chosen, onChoose }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and the heading says it already
    <div role="group" aria-label={label} className={css['choices']}>
      {choices.map(([value, words]) => (
        <Button
          key={value}
          variant={value === chosen ? 'filled' : 'default'}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}
