import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSessionState } from '../../../auth/use-session.ts';
import { saveFile } from '../../../crud/save-file.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { RescueError } from '../../../records/rescue/rescue-file.ts';
import { makeRescue, type Rescue } from '../../../records/rescue/save-rescue.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { saveRescueWords as words } from '../../../words/rescue.ts';

interface Props {
  /** Opened from another dialog. */
  readonly above: boolean;
  readonly onClose: () => void;
}

export default function SaveDialog({ above, onClose }: Props) {
  const session = useSessionState();
  const username = session.status === 'signedOut' ? '' : session.account.username;
  const canSeal = useCanSeal();
  const [passphrase, setPassphrase] = useState('');
  const { saving, saved, problem, save } = useSave(passphrase);
  return (
    <Dialog title={words.title} size="small" above={above} onClose={onClose}>
      <div role="status">
        {saved.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {saved.length === 0 && (
        <>
          <p>{words.what({ username })}</p>
          <p>{words.notIn}</p>
          {canSeal === true && (
            <PasswordInput
              label={words.passphrase}
              description={words.passphraseHint}
              value={passphrase}
              onChange={(event) => setPassphrase(event.currentTarget.value)}
              autoComplete="new-password"
              visibilityToggleFocusable
              visibilityToggleButtonProps={{ 'aria-label': words.show }}
            />
          )}
          {canSeal === false && <p>{words.noPassphrase}</p>}
        </>
      )}
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <DialogButtons>
        {saved.length > 0 ? (
          <Button onClick={onClose}>{words.done}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button onClick={() => void save()} loading={saving} disabled={canSeal === undefined}>
              {words.save}
            </Button>
          </>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** Undefined until known. */
function useCanSeal(): boolean | undefined {
  const services = useRecordServices();
  const [can, setCan] = useState<boolean>();
  useEffect(() => {
    services.sealing().then(
      (sealing) => setCan(sealing !== null),
      () => setCan(false),
    );
  }, [services]);
  return can;
}

interface Saving {
  readonly saving: boolean;
  /** What to say once the file is saved. */
  readonly saved: readonly string[];
  readonly problem: string | null;
  readonly save: () => Promise<void>;
}

function useSave(passphrase: string): Saving {
  const services = useRecordServices();
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(): Promise<void> {
    const appVersion: string = import.meta.env.VITE_APP_VERSION ?? '';
    const owner = await services.owner();
    const rescue = await makeRescue(services, { owner, appVersion, passphrase });
    const isEmpty = rescue.changes + rescue.files === 0;
    if (isEmpty && rescue.unread.changes + rescue.unread.photos === 0) return setProblem(words.nothing);
    if (isEmpty) return setProblem(words.unreadable);
    const name = fileName(services.clock.now());
    saveFile(name, rescue.file, services.clock);
    setSaved(savedWords(rescue, name));
  }

  async function save(): Promise<void> {
    setSaving(true);
    setProblem(null);
    try {
      await run();
    } catch (error) {
      services.log.error('the file with unsent work was not made', error);
      setProblem(error instanceof RescueError ? words.unreadable : words.failed);
    } finally {
      setSaving(false);
    }
  }

  return { saving, saved, problem, save };
}

function savedWords({ changes, photos, unread, isNoted }: Rescue, name: string): readonly string[] {
  return [
    ...(changes > 0 ? [words.saved({ count: changes, name })] : []),
    ...(photos > 0 ? [words.savedPhotos({ count: photos, name })] : []),
    words.check,
    ...(unread.changes > 0 ? [words.changesUnread({ count: unread.changes })] : []),
    ...(unread.photos > 0 ? [words.photosUnread({ count: unread.photos })] : []),
    ...(isNoted ? [] : [words.notNoted]),
  ];
}

/** Such as 'unsent-work-2026-03-05-1742.crm'. */
function fileName(now: number): string {
  const at = new Date(now);
  const digits = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, '0'));
  const time = [at.getHours(), at.getMinutes()].map((n) => String(n).padStart(2, '0')).join('');
  return `unsent-work-${digits.join('-')}-${time}.crm`;
}
