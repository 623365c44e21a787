import { type ChangedLine, changedLines } from '../../outbox/merge/merge-lines.ts';
import { historyWords } from '../../words/record.ts';
import css from './record-history.module.css';

/** The rest is counted: the whole is there at a press. */
const SHOWN = 6;

interface Props {
  readonly was: string;
  readonly is: string;
}

/** What lines were taken out of a long text and added to it, with the whole of it behind a press. */
export function ChangedText({ was, is }: Props) {
  const lines = changedLines(was, is);
  return (
    <>
      {lines && <Lines lines={lines} />}
      <details className={css['whole']}>
        <summary>{historyWords.whole}</summary>
        <Version title={historyWords.before} text={was} />
        <Version title={historyWords.after} text={is} />
      </details>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly ChangedLine[] }) {
  if (lines.length === 0) return <p className={css['quiet']}>{historyWords.onlySpaces}</p>;
  return (
    <>
      <ul className={css['lines']}>
        {lines.slice(0, SHOWN).map(({ change, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and the list is never sorted
          <li key={index} data-change={change}>
            <span aria-hidden>{change === 'added' ? '+' : '−'}</span>
            <span className={css['unseen']}>{historyWords[change]}</span> <span>{line}</span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && (
        <p className={css['quiet']}>{historyWords.moreLines({ count: lines.length - SHOWN })}</p>
      )}
    </>
  );
}

function Version({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <p className={css['quiet']}>{title}</p>
      <p className={css['text']}>{text || historyWords.nothing}</p>
    </>
  );
}
