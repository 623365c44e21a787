import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNow } from '../../../crud/time.tsx';
import { useRecordServices } from '../../../records/record-services.ts';
import { type LoadedRescue, loadRescue } from '../../../records/rescue/load-rescue.ts';
import { RescueError } from '../../../records/rescue/rescue-error.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { FileChooser } from '../../../ui/fields/file-chooser.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { rescueProblems, loadRescueWords as words } from '../../../words/rescue.ts';

/** Problems that another passphrase may solve. */
const ABOUT_PASSPHRASE: readonly RescueError['problem'][] = ['needsPassphrase', 'wrongPassphrase'];

export default function LoadDialog({ onClose }: { readonly onClose: () => void }) {
  const [passphrase, setPassphrase] = useState('');
  const { file, asks, loading, loaded, problem, load, stop } = useLoad(onClose);
  const leave = loading ? stop : onClose;
  return (
    <Dialog title={words.title} size="small" onClose={leave}>
      <div role="status">{loaded && <LoadedWords loaded={loaded} />}</div>
      {!loaded && <p>{words.what}</p>}
      {file && !loaded && <p>{file.name}</p>}
      {asks && !loaded && (
        <PasswordInput
          label={words.passphrase}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
          autoComplete="off"
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          data-autofocus
        />
      )}
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <DialogButtons>
        {asks && file && !loaded && (
          <Button loading={loading} onClick={() => void load(file, passphrase)}>
            {words.load}
          </Button>
        )}
        {!loaded && (
          <FileChooser
            label={words.choose}
            accept=""
            variant={asks ? 'default' : 'filled'}
            loading={loading}
            onTake={(chosen) => {
              setPassphrase('');
              void load(chosen, '');
            }}
          >
            {words.choose}
          </FileChooser>
        )}
        <Button variant={loaded ? 'filled' : 'default'} onClick={leave}>
          {loaded ? words.done : words.cancel}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function LoadedWords({
  loaded: { added, known, photos, savedAt, unread },
}: {
  readonly loaded: LoadedRescue;
}) {
  const now = useNow();
  const lines = [
    ...(added > 0 ? [words.added({ count: added, time: formatMoment(savedAt, now) })] : []),
    ...(known > 0 ? [words.known({ count: known })] : []),
    ...(photos > 0 ? [words.photos({ count: photos })] : []),
    ...(added + known + photos === 0 ? [words.empty] : []),
    ...(unread.changes > 0 ? [words.changesUnread({ count: unread.changes })] : []),
    ...(unread.photos > 0 ? [words.photosUnread({ count: unread.photos })] : []),
  ];
  return lines.map((line) => <p key={line}>{line}</p>);
}

interface Loading {
  readonly file: File | null;
  readonly loading: boolean;
  readonly loaded: LoadedRescue | null;
  /** The file has a passphrase. */
  readonly asks: boolean;
  readonly problem: string | null;
  readonly load: (file: File, passphrase: string) => Promise<void>;
  /** Once changes are being stored, the load goes on, and its result is shown. */
  readonly stop: () => void;
}

function useLoad(onStopped: () => void): Loading {
  const services = useRecordServices();
  const [file, setFile] = useState<File | null>(null);
  const [loading, setLoading] = useState(false);
  const [loaded, setLoaded] = useState<LoadedRescue | null>(null);
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  async function load(chosen: File, passphrase: string): Promise<void> {
    setFile(chosen);
    setLoading(true);
    setProblem(null);
    const { signal } = (running.current = new AbortController());
    try {
      const owner = await services.owner();
      setLoaded(await loadRescue(services, chosen, { owner, passphrase, signal }));
    } catch (error) {
      const known = error instanceof RescueError ? error : new RescueError('notStored', { cause: error });
      if (known.problem === 'stopped') return onStopped();
      if (known !== error) services.log.error('a file was not loaded', error);
      setProblem(problemWords(known));
      setAsks(ABOUT_PASSPHRASE.includes(known.problem));
    } finally {
      setLoading(false);
    }
  }

  return { file, asks, loading, loaded, problem, load, stop: () => running.current?.abort() };
}

function problemWords({ problem, from }: RescueError): string {
  if (problem === 'otherServer') return rescueProblems.otherServer({ origin: from });
  if (problem === 'otherUser') return rescueProblems.otherUser({ username: from });
  return rescueProblems[problem];
}
