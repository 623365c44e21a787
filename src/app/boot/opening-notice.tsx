import { ProductMark } from '../../ui/product-mark.tsx';
import type { OpeningProblem } from './create-services.ts';
import css from './opening-notice.module.css';

interface Props {
  readonly problem: OpeningProblem;
  readonly reload: () => void;
  /** For a cause that lasts: others can still use the app here. Absent where nobody is signed in. */
  readonly logOut?: (() => void) | undefined;
}

/** Stands in for the whole app where the device's data cannot be used; plain markup, since anything may be broken. */
export function OpeningNotice({ problem, reload, logOut }: Props) {
  return (
    <main className={css['page']}>
      <div role="alert" className={css['words']}>
        <ProductMark size={48} />
        <h1 className={css['title']}>Restoration CRM cannot open its data</h1>
        <p className={css['message']}>
          {problem.message} Nothing that was saved here has been deleted by this page.
        </p>
        <button type="button" className={css['reload']} onClick={reload}>
          Reload
        </button>
        {logOut && (
          <button type="button" className={css['other']} onClick={logOut}>
            Log out
          </button>
        )}
      </div>
    </main>
  );
}
