import type { ComponentType, ReactNode } from 'react';
import { ProductMark } from '../../ui/product-mark.tsx';
import { usePageTitle } from '../../ui/text/page-title.ts';
import { loginWords } from '../../words/login.ts';
import { productWords } from '../../words/product.ts';
import { LoginForm, type SignIn } from './login-form.tsx';
import css from './login-screen.module.css';

interface LinkProps {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export interface LoginScreenProps {
  readonly signIn: SignIn;
  /** How to go to another screen; without a router, by loading it. */
  readonly Home?: ComponentType<LinkProps>;
}

/** /login. Stands on React alone: it is there before the app is. */
export default function LoginScreen({ signIn, Home = PlainLink }: LoginScreenProps) {
  usePageTitle(loginWords.title);
  return (
    <main tabIndex={-1} className={css['page']}>
      <div className={css['panel']}>
        <ProductMark size={48} />
        <h1 className={css['title']}>{productWords.name}</h1>
        <p className={css['words']}>{loginWords.why}</p>
        <LoginForm signIn={signIn} />
        <p className={css['back']}>
          <Home to="/" className={css['link'] ?? ''}>
            {loginWords.home}
          </Home>
        </p>
      </div>
    </main>
  );
}

function PlainLink({ to, ...rest }: LinkProps) {
  return <a href={to} {...rest} />;
}
