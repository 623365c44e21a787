import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSessionState } from '../../../auth/use-session.ts';
import { saveFile } from '../../../crud/save-file.ts';
import { useUnsentBytes } from '../../../records/device-notes.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { RescueError } from '../../../records/rescue/rescue-error.ts';
import { makeRescue, type Rescue } from '../../../records/rescue/save-rescue.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { formatBytes } from '../../../ui/text/format-values.tsx';
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
  const bytes = useUnsentBytes();
  const [onlyChanges, setOnlyChanges] = useState(false);
  const { saving, made, problem, save, again, share } = useSave({ passphrase, onlyChanges });
  const saved = made?.lines ?? [];
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
              defaultVisible
              visibilityToggleFocusable
              visibilityToggleButtonProps={{ 'aria-label': words.show }}
            />
          )}
          {canSeal === false && <p>{words.noPassphrase}</p>}
          {bytes > 0 && (
            <Checkbox
              label={words.onlyChanges({ size: formatBytes(bytes) })}
              description={words.onlyChangesHint}
              checked={onlyChanges}
              onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
            />
          )}
        </>
      )}
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <DialogButtons>
        {made ? (
          <>
            {share && (
              <Button variant="default" onClick={() => void share()}>
                {words.share}
              </Button>
            )}
            <Button variant="default" onClick={again}>
              {words.saveAgain}
            </Button>
            <Button onClick={onClose}>{words.done}</Button>
          </>
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

interface Made {
  readonly file: File;
  readonly lines: readonly string[];
}

interface Saving {
  readonly saving: boolean;
  readonly made: Made | null;
  readonly problem: string | null;
  readonly save: () => Promise<void>;
  /** The browser does not tell the app if a download fails. */
  readonly again: () => void;
  /** Null if this device cannot share the file. */
  readonly share: (() => Promise<void>) | null;
}

type Wishes = Pick<Parameters<typeof makeRescue>[1], 'passphrase' | 'onlyChanges'>;

function useSave(wishes: Wishes): Saving {
  const services = useRecordServices();
  const { photoDevice, clock, log } = services;
  const [saving, setSaving] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(): Promise<void> {
    const appVersion: string = import.meta.env.VITE_APP_VERSION ?? '';
    const owner = await services.owner();
    const rescue = await makeRescue(services, { owner, appVersion, ...wishes });
    const isEmpty = rescue.changes + rescue.files === 0;
    if (isEmpty && rescue.unread.changes + rescue.unread.photos === 0) return setProblem(words.nothing);
    if (isEmpty) return setProblem(words.unreadable);
    const name = fileName(clock.now());
    saveFile(name, rescue.file, clock);
    const lines = savedWords(rescue, name);
    const file = new File([rescue.file], name, { type: rescue.file.type });
    setMade({ file, lines: wishes.onlyChanges === true ? [...lines, words.leftOut] : lines });
  }

  async function save(): Promise<void> {
    setSaving(true);
    setProblem(null);
    try {
      await run();
    } catch (error) {
      log.error('the file with unsent work was not made', error);
      setProblem(error instanceof RescueError ? words.unreadable : words.failed);
    } finally {
      setSaving(false);
    }
  }

  async function share(file: File): Promise<void> {
    setProblem(null);
    try {
      await photoDevice.share(sharing(file));
    } catch (error) {
      log.error('a file with unsent work was not shared', error);
      setProblem(words.notShared);
    }
  }

  return {
    saving,
    made,
    problem,
    save,
    again: () => made && saveFile(made.file.name, made.file, clock),
    share: made && photoDevice.canShare(sharing(made.file)) ? () => share(made.file) : null,
  };
}

function sharing(file: File): ShareData {
  return { files: [file], title: file.name };
}

function savedWords({ file, changes, photos, unread, isNoted }: Rescue, name: string): readonly string[] {
  return [
    ...(changes > 0 ? [words.saved({ count: changes, name })] : []),
    ...(photos > 0 ? [words.savedPhotos({ count: photos, name })] : []),
    words.size({ size: formatBytes(file.size) }),
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
