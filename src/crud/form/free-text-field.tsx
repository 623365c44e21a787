import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { freeText, writeFreeText } from '../../domain/day/text-blocks.ts';
import { storedTextWords } from '../../words/form.ts';

interface Props {
  readonly label: string;
  readonly rows: number;
  /** The stored text, facts included. */
  readonly text: string;
  /** Names of the blocks that hold the text's facts. */
  readonly blocks: readonly string[];
  readonly error: string | undefined;
  /** Shows the stored text as it is. */
  readonly stored: boolean;
  readonly onChange: (text: string) => void;
}

/** A text without its facts, which have fields of their own. A typed line never becomes a fact unless the stored text is shown. */
export function FreeTextField({ label, rows, text, blocks, error, stored, onChange }: Props) {
  return (
    <Textarea
      label={label}
      description={stored ? storedTextWords.about : undefined}
      wrapperProps={{ 'data-span': 'whole' }}
      rows={stored ? Math.max(rows, 8) : rows}
      autoComplete="off"
      error={error}
      value={stored ? text : freeText(text, blocks)}
      onChange={({ currentTarget: { value } }) =>
        onChange(stored ? value : writeFreeText(text, blocks, value))
      }
    />
  );
}
