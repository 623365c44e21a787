import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { type Dispatch, useId } from 'react';
import type { Customer } from '../../../domain/customer.ts';
import { choicesOf, isChoiceField } from '../../../domain/import/rows.ts';
import { choiceLabel } from '../../../ui/fields/choice-chip.tsx';
import { importWords } from '../../../words/import.ts';
import type { Group } from './check-rows.ts';
import { DUPLICATE } from './findings.ts';
import css from './import-dialog.module.css';
import type { Decision, ImportAction, Said } from './import-state.ts';

interface Props {
  readonly group: Group;
  readonly onShow?: () => void;
  readonly said: Said;
  readonly dispatch: Dispatch<ImportAction>;
}

export function GroupCard({ group: found, said, dispatch, onShow }: Props) {
  const { group, also, title, weight, places, examples, open } = found;
  const heading = useId();
  const decision = said.decisions[group];
  const count = places.length;
  return (
    <section aria-labelledby={heading} className={css.group} data-weight={weight}>
      <h3 id={heading}>{title({ count })}</h3>
      {found.words.size > 0 ? (
        <WordChoices group={found} said={said} dispatch={dispatch} />
      ) : (
        <ul>
          {[...examples].map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      )}
      {group === DUPLICATE && <p>{importWords.changesNone}</p>}
      <ChoiceButtons
        label={title({ count })}
        choices={choicesFor(found)}
        chosen={decision}
        onChoose={(chosen) => {
          dispatch({ type: 'decided', group, also, decision: chosen });
          if (chosen === 'edit') onShow?.();
        }}
      />
      <p role="status">
        <span>
          {weight === 'blocks' && open > 0 && found.words.size === 0 && importWords.refused({ count: open })}
        </span>{' '}
        <span>{open > 0 && importWords.openInGroup({ count: open })}</span>{' '}
        <span>{weight === 'warns' && !isDealtWith(decision) && warningOf(found)}</span>{' '}
        <span>{decision && effectOf(decision, found)}</span>
      </p>
    </section>
  );
}

function isDealtWith(decision: Decision | undefined): boolean {
  return decision === 'out' || decision === 'correct';
}

function warningOf({ isLearned, places }: Group): string {
  const count = places.length;
  return isLearned ? importWords.refusedBefore({ count }) : importWords.mayRefuse({ count });
}

function choicesFor(found: Group): (readonly [Decision, string])[] {
  const { weight, field, fixes, canKeep, places, isName } = found;
  const count = places.length;
  const choices: (readonly [Decision, string])[] = [];
  if (fixes > 0) {
    const words = isName
      ? importWords.arePersons({ count })
      : found.words.size > 0
        ? importWords.suggested({ count: found.words.size })
        : fixes === count
          ? importWords.correctAll({ count })
          : importWords.correctSome({ count, fixes });
    choices.push(['correct', words]);
  }
  if (canKeep) choices.push(['keep', keepWords(found)]);
  if (weight !== 'tells') choices.push(['out', importWords.leaveAllOut({ count })]);
  choices.push(['edit', field === null ? importWords.look({ count }) : importWords.edit({ count })]);
  return choices;
}

function keepWords({ field, places, isName }: Group): string {
  const count = places.length;
  if (isName) return importWords.areCompanies({ count });
  return field === null ? importWords.takeAll({ count }) : importWords.keepAll({ count });
}

function effectOf(decision: Decision, { fixes, places }: Group): string {
  const count = places.length;
  if (decision === 'correct') return importWords.corrected({ count: fixes });
  if (decision === 'keep') return importWords.kept({ count });
  return decision === 'out' ? importWords.areOut({ count }) : importWords.shownBelow;
}

function WordChoices({ group: { group, field, words }, said, dispatch }: Props) {
  if (!isChoiceField(field)) return null;
  const options = choiceOptions(field);
  const unsaid = (fix: string | null): string => {
    const choice = options.find(({ value }) => value === fix)?.label;
    return choice === undefined ? importWords.chooseOne : importWords.probably({ choice });
  };
  return (
    <div className={css.fields}>
      {[...words].map(([word, { count, fix }]) => (
        <NativeSelect
          key={word}
          label={importWords.word({ word, count })}
          value={wordFor(said.words[field], word) || (said.decisions[group] === 'correct' && fix) || ''}
          data={[{ value: '', label: unsaid(fix) }, ...options]}
          onChange={({ currentTarget: { value } }) => dispatch({ type: 'word', field, word, choice: value })}
        />
      ))}
    </div>
  );
}

function wordFor(said: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(said, word) ? (said[word] ?? '') : '';
}

interface ChoiceButtonsProps<T extends string | number> {
  readonly label: string;
  readonly choices: readonly (readonly [value: T, label: string])[];
  readonly chosen: T | undefined;
  readonly onChoose: (value: T) => void;
}

export function ChoiceButtons<T extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
}: ChoiceButtonsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and the heading says it already
    <div role="group" aria-label={label} className={css.choices}>
      {choices.map(([value, words]) => (
        <Button key={value} variant="default" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {words}
        </Button>
      ))}
    </div>
  );
}

export function choiceOptions(field: keyof Customer): { readonly value: string; readonly label: string }[] {
  const choices = choicesOf(field) ?? [];
  return choices.map((value) => ({ value, label: choiceLabel(value, choices) }));
}
