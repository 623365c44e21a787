import { type FormEvent, type ReactNode, use, useId, useState } from 'react';
import { ERRORS } from '../../domain/error-catalogue.ts';
import { NotLoadedError } from '../../domain/not-loaded-error.ts';
import { SignInFailure } from '../../domain/sign-in-failure.ts';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { ReloadContext } from '../../ui/feedback/reload-context.ts';
import { HideIcon, ShowIcon } from '../../ui/icons.ts';
import { Countdown } from './countdown.tsx';
import css from './login-form.module.css';

/** Rejects with a SignInFailure, or an Error whose `message` is fit to be shown. */
export type SignIn = (username: string, password: string) => Promise<void>;

interface Props {
  readonly signIn: SignIn;
  /** The name to begin with. */
  readonly username?: string;
  /** Stands beside the button. */
  readonly children?: ReactNode;
}

/** Username and password. Nothing is remembered: what follows a sign-in is the session's to say. */
export function LoginForm({ signIn: send, username: known = '', children }: Props) {
  const id = useId();
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const [readable, setReadable] = useState(false);
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<SignInFailure | null>(null);
  const reload = use(ReloadContext);

  async function signIn(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (loading) return;
    const missing = missingWords(username.trim(), password);
    if (missing !== null) return setProblem(new SignInFailure([missing]));
    setLoading(true);
    setProblem(null);
    try {
      await send(username.trim(), password);
    } catch (error) {
      setProblem(failureIn(error));
    } finally {
      setLoading(false);
    }
  }

  return (
    <form onSubmit={(event) => void signIn(event)} noValidate className={css['form']}>
      <ErrorAlert
        lines={problem?.lines ?? []}
        action={
          problem instanceof NotLoadedError && (
            <button type="button" className={css['reload']} onClick={reload}>
              Reload
            </button>
          )
        }
      >
        {problem?.nextTry && (
          <>
            {' '}
            <Countdown key={problem.nextTry.at} {...problem.nextTry} />
          </>
        )}
      </ErrorAlert>
      <div className={css['field']}>
        <label htmlFor={`${id}-name`}>Username</label>
        <input
          id={`${id}-name`}
          name="username"
          required
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          {...(known === '' && { 'data-autofocus': true })}
        />
      </div>
      <div className={css['field']}>
        <label htmlFor={`${id}-password`}>Password</label>
        <input
          id={`${id}-password`}
          name="password"
          type={readable ? 'text' : 'password'}
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          {...(known !== '' && { 'data-autofocus': true })}
        />
        <button
          type="button"
          className={css['eye']}
          aria-label="Show or hide what is typed"
          onClick={() => setReadable(!readable)}
        >
          {readable ? <HideIcon size={20} aria-hidden /> : <ShowIcon size={20} aria-hidden />}
        </button>
      </div>
      <div className={css['buttons']}>
        {children}
        <button type="submit" disabled={loading} className={css['submit']}>
          {loading ? 'Signing In...' : 'Sign In'}
        </button>
      </div>
    </form>
  );
}

function failureIn(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  return new SignInFailure([(error instanceof Error && error.message) || ERRORS.loginFailed]);
}

/** The browser's own bubble would say it in its own language and one field at a time. */
function missingWords(username: string, password: string): string | null {
  if (username === '' && password === '') return 'Username and password are required';
  if (username === '') return 'Username is required';
  return password === '' ? 'Password is required' : null;
}
