import { Button } from '@mantine/core';
import { useSession, useSessionState } from '../../auth/use-session.ts';
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
  /** Given if the session still holds. Called once the new one has taken its place. */
  readonly onDone?: () => void;
}

/**
 * Asks the user to sign in again. An open form stays as it is. `ExpiredNotice` shows this dialog while the session is
 * `expired`, unless the user chose *Not now*.
 */
export default function ExpiredDialog({ username, waiting, onNotNow, onDone }: ExpiredDialogProps) {
  const session = useSession();
  const state = useSessionState();
  // The screen below belongs to it.
  const owner = 'account' in state ? state.account.key : undefined;
  return (
    <Dialog title={loginWords.again} size="small" above back="none" onClose={onNotNow}>
      <p className={css.words}>
        <span>{onDone ? loginWords.stillSignedIn : failureWords.sessionExpired}</span>{' '}
        {waiting > 0 && <span>{loginWords.toSend({ count: waiting })}</span>}
      </p>
      <LoginForm
        username={username}
        signIn={(name, password) => session.signIn(name, password, owner).then(onDone)}
      >
        <Button variant="default" size="md" onClick={onNotNow}>
          {loginWords.notNow}
        </Button>
      </LoginForm>
    </Dialog>
  );
}
