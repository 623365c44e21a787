import { Button } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { OpenCamera } from '../../records/photo-device.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { PhotoParent } from '../../records/use-photos.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { CameraIcon } from '../../ui/icons.ts';
import { cameraWords, photoWords } from '../../words/photo-screens.ts';
import css from './camera.module.css';
import type { CameraChoice } from './camera-button.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { FullScreen } from './full-screen.tsx';
import { type Choice, intakeOf, isTaking, type OpenBatch } from './intake.ts';
import { IntakeNotices } from './intake-notices.tsx';
import { RoomNotice } from './room-notice.tsx';
import { type CameraState, useCamera } from './use-camera.ts';
import { useUsername } from './use-choice.ts';
import { usePhotoStorage } from './use-photo-storage.ts';

interface Props extends CameraChoice {
  readonly onCameraApp: () => void;
  readonly onClose: () => void;
}

/** Takes one photo with each press, without leaving the app. A lazy chunk. */
export default function CameraDialog({ parent, rooms, choice, onChoose, onCameraApp, onClose }: Props) {
  const { state, start } = useCamera();
  return (
    <FullScreen title={cameraWords.title} onClose={onClose}>
      <div className={css.camera}>
        <ChoiceFields legend={photoWords.forNext} choice={choice} rooms={rooms} onChange={onChoose} />
        {state.is === 'open' ? (
          <Shooting camera={state.camera} parent={parent} choice={choice} />
        ) : (
          <NoPicture state={state} onStart={start} onCameraApp={onCameraApp} />
        )}
      </div>
    </FullScreen>
  );
}

interface NoPictureProps {
  readonly state: Exclude<CameraState, { is: 'open' }>;
  readonly onStart: () => void;
  readonly onCameraApp: () => void;
}

function NoPicture({ state, onStart, onCameraApp }: NoPictureProps) {
  const isClosed = state.is === 'closed';
  return (
    <div className={css.closed}>
      <ErrorAlert
        lines={isClosed ? [cameraWords[state.why]] : []}
        action={
          <>
            {isClosed && state.why !== 'missing' && (
              <Button variant="default" onClick={onStart}>
                {cameraWords.start}
              </Button>
            )}
            <Button onClick={onCameraApp}>{cameraWords.cameraApp}</Button>
          </>
        }
      />
      {!isClosed && (
        <>
          <p role="status">{cameraWords.starting}</p>
          <p className={css.note}>{cameraWords.asksAgain}</p>
        </>
      )}
    </div>
  );
}

/** More photos on their way to the disk would fill the memory of a phone. */
const MOST_ON_THE_WAY = 4;

interface ShootingProps {
  readonly camera: OpenCamera;
  readonly parent: PhotoParent;
  readonly choice: Choice;
}

function Shooting({ camera, parent, choice }: ShootingProps) {
  const video = useRef<HTMLVideoElement>(null);
  const intake = intakeOf(useRecordServices());
  const taken = useSyncExternalStore(intake.state.subscribe, intake.state.getSnapshot);
  const [before] = useState(taken.keptEver);
  const { room } = usePhotoStorage();
  const [torch, setTorch] = useState(false);
  const [isTakingOne, setTakingOne] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useShot({ parent, choice });
  const isOpen = useRef(true);
  const onTheWay = taken.all - taken.kept - taken.failed;

  useEffect(() => {
    if (video.current) video.current.srcObject = camera.stream;
  }, [camera]);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function press(): Promise<void> {
    if (!video.current || isTakingOne) return;
    setTakingOne(true);
    setProblem(null);
    const batch = begin();
    const photo = await camera.take(video.current).catch(() => null);
    setTakingOne(false);
    if (photo) return batch.take([photo]);
    batch.cancel();
    if (isOpen.current) setProblem(cameraWords.notTaken);
    else intake.tell(cameraWords.closedEarly);
  }

  function light(): void {
    camera.setTorch(!torch).then(
      () => setTorch(!torch),
      () => setProblem(cameraWords.noLight),
    );
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what the camera sees, without sound */}
      <video ref={video} className={css.picture} autoPlay muted playsInline aria-label={cameraWords.title} />
      <div className={css.foot}>
        <ErrorAlert lines={problem === null ? [] : [problem]} />
        <IntakeNotices record={parent.localId} />
        <RoomNotice room={room} />
        <p role="status" className={css.count}>
          {isTaking(taken)
            ? photoWords.keeping({ kept: taken.kept, all: taken.all })
            : cameraWords.kept({ count: taken.keptEver - before })}
        </p>
        <div className={css.buttons}>
          <Button
            size="lg"
            className={css.shoot}
            data-autofocus
            leftSection={<CameraIcon size={28} aria-hidden />}
            disabled={room === 'none' || isTakingOne || onTheWay >= MOST_ON_THE_WAY}
            onClick={() => void press()}
          >
            {isTakingOne ? cameraWords.shooting : cameraWords.shoot}
          </Button>
          {camera.hasTorch && (
            <Button size="lg" variant="default" aria-pressed={torch} onClick={light}>
              {cameraWords.torch}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** Call this at the press: cameras take seconds for a picture, and the page may end meanwhile. */
function useShot({ parent, choice }: Pick<ShootingProps, 'parent' | 'choice'>): () => OpenBatch {
  const intake = intakeOf(useRecordServices());
  const username = useUsername();
  return () => intake.open({ parent, source: 'page', username, ...choice });
}
