import { figureWords } from '../../words/common.ts';
import css from './figure.module.css';

interface Props {
  /** In words; undefined while it is not known. */
  readonly text: string | undefined;
  /** It is not known, and not about to be. */
  readonly unfetched: boolean;
}

/** A figure, or what stands for one that cannot be told: never a zero that nobody has counted. */
export function Figure({ text, unfetched }: Props) {
  if (text !== undefined) return <span>{text}</span>;
  if (unfetched) return <span className={css['none']}>{figureWords.unfetched}</span>;
  return <span role="img" aria-label={figureWords.loading} className={css['bar']} />;
}
