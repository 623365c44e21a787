import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSession } from '../../auth/use-session.ts';
import { ERRORS } from '../../domain/error-catalogue.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import css from './login-form.module.css';

interface Props {
  /** The name to begin with. */
  readonly username?: string;
  /** Stands beside the button. */
  readonly children?: ReactNode;
}

/** Username and password. Nothing is remembered: what follows a sign-in is the session's to say. */
export function LoginForm({ username: known = '', children }: Props) {
  const session = useSession();
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function signIn(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (loading) return;
    const missing = missingWords(username.trim(), password);
    if (missing !== null) return setProblem(missing);
    setLoading(true);
    setProblem(null);
    try {
      await session.signIn(username.trim(), password);
    } catch (error) {
      setProblem((error instanceof Error && error.message) || ERRORS.loginFailed);
    } finally {
      setLoading(false);
    }
  }

  return (
    <form onSubmit={(event) => void signIn(event)} noValidate className={css['form']}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <TextInput
        label="Username"
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
        label="Password"
        name="password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what is typed', tabIndex: 0 }}
        {...(known !== '' && { 'data-autofocus': true })}
      />
      <div className={css['buttons']}>
        {children}
        <Button type="submit" size="md" disabled={loading} className={css['submit']}>
          {loading ? 'Signing In...' : 'Sign In'}
        </Button>
      </div>
    </form>
  );
}

/** The browser's own bubble would say it in its own language and one field at a time. */
function missingWords(username: string, password: string): string | null {
  if (username === '' && password === '') return 'Username and password are required';
  if (username === '') return 'Username is required';
  return password === '' ? 'Password is required' : null;
}
