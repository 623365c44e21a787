import { Link } from 'react-router-dom';
import { PRODUCT, usePageTitle } from '../../ui/page-title.ts';
import { ProductMark } from '../../ui/product-mark.tsx';
import { LoginForm } from './login-form.tsx';
import css from './login-screen.module.css';

/** /login */
export default function LoginScreen() {
  usePageTitle('Sign in');
  return (
    <main tabIndex={-1} className={css['page']}>
      <div className={css['panel']}>
        <ProductMark size={48} />
        <h1 className={css['title']}>{PRODUCT}</h1>
        <p className={css['words']}>Sign in to your jobs and customers.</p>
        <LoginForm />
        <p className={css['back']}>
          <Link to="/" className={css['link']}>
            Back to Home
          </Link>
        </p>
      </div>
    </main>
  );
}
