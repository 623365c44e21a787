import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, use, useEffect, useState } from 'react';
import { type NextTry, NotLoadedError, SignInFailure } from '../../domain/sign-in-failure.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { ReloadContext } from '../../ui/lazy-part.ts';
import { failureWords } from '../../words/common.ts';
import { loginWords } from '../../words/sign-in.ts';
import css from './login-form.module.css';

/** Rejects with a SignInFailure, or an Error whose `message` can be shown. */
export type SignIn = (username: string, password: string) => Promise<void>;

interface Props {
  readonly signIn: SignIn;
  readonly username?: string;
  readonly children?: ReactNode;
}

export function LoginForm({ signIn: send, username: known = '', children }: Props) {
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const { loading, problem, signIn } = useSignIn(send);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void signIn(username.trim(), password);
  }

  return (
    <form onSubmit={submit} noValidate className={css.form}>
      <Problem problem={problem} />
      <TextInput
        label={loginWords.username}
        name="username"
        required
        withAsterisk={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        {...(known === '' && { 'data-autofocus': true })}
      />
      <PasswordInput
        label={loginWords.password}
        name="password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': loginWords.showPassword }}
        {...(known !== '' && { 'data-autofocus': true })}
      />
      <div className={css.buttons}>
        {children}
        <Button type="submit" size="md" disabled={loading}>
          {loading ? loginWords.signingIn : loginWords.signIn}
        </Button>
      </div>
    </form>
  );
}

interface SigningIn {
  readonly loading: boolean;
  readonly problem: SignInFailure | null;
  readonly signIn: SignIn;
}

function useSignIn(send: SignIn): SigningIn {
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<SignInFailure | null>(null);

  async function signIn(username: string, password: string): Promise<void> {
    if (loading) return;
    const missing = missingWords(username, password);
    if (missing !== null) return setProblem(new SignInFailure([missing]));
    setLoading(true);
    setProblem(null);
    try {
      await send(username, password);
    } catch (error) {
      setProblem(failureIn(error));
    } finally {
      setLoading(false);
    }
  }

  return { loading, problem, signIn };
}

function Problem({ problem }: Pick<SigningIn, 'problem'>) {
  const reload = use(ReloadContext);
  const button = (
    <Button variant="default" onClick={reload}>
      {loginWords.reload}
    </Button>
  );
  return (
    <ErrorAlert lines={problem?.lines ?? []} action={problem instanceof NotLoadedError && button}>
      {problem?.nextTry && (
        <>
          {' '}
          <Countdown key={problem.nextTry.at} {...problem.nextTry} />
        </>
      )}
    </ErrorAlert>
  );
}

function failureIn(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  return new SignInFailure([(error instanceof Error && error.message) || failureWords.loginFailed]);
}

/** The browser's own messages would be in the browser's language, and about one field at a time. */
function missingWords(username: string, password: string): string | null {
  if (username === '' && password === '') return loginWords.bothMissing;
  if (username === '') return loginWords.usernameMissing;
  return password === '' ? loginWords.passwordMissing : null;
}

const SECOND = 1000;

/** The timer role keeps screen readers from announcing every second. */
function Countdown({ at, clock }: NextTry) {
  const [now, setNow] = useState(() => clock.now());
  const left = Math.ceil((at - now) / SECOND);
  useEffect(
    () => (left > 0 ? clock.setTimer(() => setNow(clock.now()), SECOND) : undefined),
    [clock, left, now],
  );
  return <span role="timer">{leftWords(left)}</span>;
}

function leftWords(seconds: number): string {
  if (seconds <= 0) return loginWords.againNow;
  if (seconds <= 90) return loginWords.againInSeconds({ seconds });
  return loginWords.againInMinutes({ minutes: Math.ceil(seconds / 60) });
}
