import type { TextareaProps } from '@mantine/core';
import { isExampleText, textUses } from '../../domain/papers/agreements.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { documentTextExamples } from '../../words/document-texts.ts';
import { settingsWords } from '../../words/settings-and-about.ts';
import css from './settings-dialog.module.css';
import { UsualTextarea } from './usual-textarea.tsx';

type Props = Pick<TextareaProps, 'label' | 'description' | 'onChange'> & { readonly value: string };

/** Shows below the texts what each document gets of them, and what none gets. */
export function DocumentTextsField({ value, description, ...field }: Props) {
  const { texts, unused, unknown } = textUses({ documentTexts: value });
  return (
    <div className={css.texts}>
      <UsualTextarea
        {...field}
        description={description ?? settingsWords.documentTextsHint}
        value={value}
        usual={documentTextExamples}
      />
      <ul className={css.uses} aria-label={settingsWords.textUses}>
        {texts.map(([document, text]) => (
          <li key={document}>{shareOf(document, text)}</li>
        ))}
      </ul>
      <div role="status">
        {unused !== '' && (
          <Notice tone="warning">{settingsWords.textUnused({ begin: wordsOf(unused, 0, SHOWN) })}</Notice>
        )}
        {unknown.map((line) => (
          <Notice key={line} tone="warning">
            {settingsWords.textUnknown({ line: line.trim() })}
          </Notice>
        ))}
      </div>
    </div>
  );
}

/** In words. */
const SHOWN = 6;

function shareOf(document: string, text: string): string {
  if (text === '') return settingsWords.textNone({ document });
  if (isExampleText(text)) return settingsWords.textExample({ document });
  return settingsWords.textUse({
    document,
    count: text.split(/\s+/).length,
    end: wordsOf(text, -SHOWN),
  });
}

function wordsOf(text: string, from: number, to?: number): string {
  return text.split(/\s+/).slice(from, to).join(' ');
}
