import { Button } from '@mantine/core';
import { useSession } from '../../auth/use-session.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { failureWords } from '../../words/common.ts';
import { loginWords } from '../../words/sign-in.ts';
import css from './login-form.module.css';
import { LoginForm } from './login-form.tsx';

export interface ExpiredDialogProps {
  readonly username: string;
  readonly waiting: number;
  /**
   * Leaves a notice with 'Sign in'. Screens keep working and changes are still saved, but nothing is sent.
   * `router.tsx` remembers the choice.
   */
  readonly onNotNow: () => void;
}

/**
 * Asks the user to sign in again. An open form stays as it is. `ExpiredNotice` shows this dialog while the session is
 * `expired`, unless the user chose *Not now*.
 */
export default function ExpiredDialog({ username, waiting, onNotNow }: ExpiredDialogProps) {
  const session = useSession();
  return (
    <Dialog title={loginWords.again} size="small" above back="none" onClose={onNotNow}>
      <p className={css.words}>
        <span>{failureWords.sessionExpired}</span>{' '}
        {waiting > 0 && <span>{loginWords.toSend({ count: waiting })}</span>}
      </p>
      <LoginForm username={username} signIn={(name, password) => session.signIn(name, password)}>
        <Button variant="default" size="md" onClick={onNotNow}>
          {loginWords.notNow}
        </Button>
      </LoginForm>
    </Dialog>
  );
}
