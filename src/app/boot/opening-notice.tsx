import { ProductMark } from '../../ui/product.tsx';
import { openingWords } from '../../words/start.ts';
import css from './opening-notice.module.css';

interface Props {
  readonly message: string;
  readonly reload: () => void;
  /** Lets another account use the app here. Absent while signed out. */
  readonly logOut?: (() => void) | undefined;
}

/** Uses plain elements, because anything may be broken. */
export function OpeningNotice({ message, reload, logOut }: Props) {
  return (
    <main className={css.page}>
      <div role="alert" className={css.words}>
        <ProductMark size={48} />
        <h1 className={css.title}>{openingWords.title}</h1>
        <p className={css.message}>
          <span>{message}</span> {openingWords.nothingDeleted}
        </p>
        <button type="button" className={css.reload} onClick={reload}>
          {openingWords.reload}
        </button>
        {logOut && (
          <button type="button" className={css.other} onClick={logOut}>
            {openingWords.logOut}
          </button>
        )}
      </div>
    </main>
  );
}
