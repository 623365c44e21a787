import { useState } from 'react';
import { useSession } from '../../auth/use-session.ts';
import { useTakingCount, useUnsentFiles } from '../../records/device-notes.ts';
import { useDraftCount } from '../../records/drafts/offered-drafts.ts';
import { useUnfinishedImports } from '../../records/imports/use-imports.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { UserIcon } from '../../ui/icons.ts';
import { frameWords } from '../../words/frame.ts';
import { AboutDialog, AccountMenu, InstallGuide, LogOutDialog } from '../lazy-screens.ts';
import { canInstall, type FramePorts } from '../pwa/install.ts';
import type { AccountChoice } from './account-menu.tsx';

interface Props {
  readonly username: string;
  readonly ports: FramePorts;
}

export function AccountButton({ username, ports }: Props) {
  const session = useSession();
  const kept = useKept();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<AccountChoice | null>(null);
  const { way, install } = ports.install;

  function choose(choice: AccountChoice): void {
    if (choice === 'install' && way === 'prompt') install();
    else if (choice === 'logOut' && isNothingLeft(kept)) session.signOut();
    else setDialog(choice);
  }

  return (
    <>
      <IconButton
        ref={setButton}
        label={frameWords.accountMenu}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <UserIcon size={24} aria-hidden />
      </IconButton>
      <LazySlot onClose={() => setOpen(false)}>
        {open && button && (
          <AccountMenu
            username={username}
            canInstall={canInstall(way)}
            canLogOut={kept.known}
            opener={button}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        )}
      </LazySlot>
      <AccountDialog choice={dialog} ports={ports} kept={kept} onClose={() => setDialog(null)} />
    </>
  );
}

/** Data that is only on this device. */
interface LocalState {
  readonly known: boolean;
  readonly changes: number;
  readonly drafts: number;
  readonly imports: number;
  readonly questions: number;
  readonly takingNotes: number;
  readonly unsentFiles: number;
}

function isNothingLeft(state: LocalState): boolean {
  const { changes, drafts, imports, questions, takingNotes, unsentFiles } = state;
  return changes + drafts + imports + questions + takingNotes + unsentFiles === 0;
}

function useKept(): LocalState {
  const status = useSyncStatus();
  const drafts = useDraftCount();
  const imports = useUnfinishedImports();
  return {
    known: status !== undefined && drafts !== undefined && imports !== undefined,
    changes: (status?.waiting ?? 0) + (status?.parked ?? 0),
    drafts: drafts ?? 0,
    imports: imports ?? 0,
    questions: status?.questionsKept ?? 0,
    takingNotes: useTakingCount(),
    unsentFiles: useUnsentFiles(),
  };
}

interface DialogProps extends Pick<Props, 'ports'> {
  readonly choice: AccountChoice | null;
  readonly kept: LocalState;
  readonly onClose: () => void;
}

function AccountDialog({ choice, ports, kept, onClose }: DialogProps) {
  const session = useSession();
  const { way } = ports.install;
  return (
    <LazySlot onClose={onClose}>
      {choice === 'logOut' && (
        <LogOutDialog
          kept={kept.changes}
          drafts={kept.drafts}
          imports={kept.imports}
          questions={kept.questions}
          onStay={onClose}
          onLogOut={() => session.signOut()}
        />
      )}
      {choice === 'about' && <AboutDialog ports={ports} onClose={onClose} />}
      {choice === 'install' && canInstall(way) && way !== 'prompt' && (
        <InstallGuide way={way} kept={kept.changes} onClose={onClose} />
      )}
    </LazySlot>
  );
}
