import { Link } from 'react-router-dom';
import { Kit } from '../../ui/kit/kit.tsx';
import { ProductMark, usePageTitle } from '../../ui/product.tsx';
import { loginWords } from '../../words/sign-in.ts';
import { productWords } from '../../words/start.ts';
import { LoginForm, type SignIn } from './login-form.tsx';
import css from './login-screen.module.css';

export interface LoginScreenProps {
  readonly signIn: SignIn;
}

/** Needs only the router and the kit, because it is shown before the app loads. */
export default function LoginScreen({ signIn }: LoginScreenProps) {
  usePageTitle(loginWords.title);
  return (
    <Kit>
      <main tabIndex={-1} className={css.page}>
        <div className={css.panel}>
          <ProductMark size={48} />
          <h1 className={css.title}>{productWords.name}</h1>
          <p className={css.words}>{loginWords.why}</p>
          <LoginForm signIn={signIn} />
          <p className={css.back}>
            <Link to="/" className={css.link}>
              {loginWords.home}
            </Link>
          </p>
        </div>
      </main>
    </Kit>
  );
}
