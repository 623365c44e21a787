import { Button } from '@mantine/core';
import { useState } from 'react';
import { PdfActions } from '../../../crud/pdf-actions.tsx';
import { labelKey } from '../../../domain/day/text-blocks.ts';
import {
  adjusterReport,
  REPORT_PARTS,
  type ReportPart,
  type ReportSource,
} from '../../../domain/papers/adjuster-report.ts';
import type { PaperContent } from '../../../domain/papers/paper-content.ts';
import { readSound } from '../../../records/photos.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert, Notice } from '../../../ui/feedback/notice.tsx';
import { commonWords } from '../../../words/common.ts';
import { adjusterWords as words } from '../../../words/documents.ts';
import { reportWords } from '../../../words/papers.ts';
import { photoListWords } from '../../../words/photo-screens.ts';
import css from './adjuster.module.css';
import { reportedGallery } from './gallery-photo.ts';
import { GalleryPhotos } from './gallery-photos.tsx';
import { useGallery } from './use-gallery.ts';
import { useMadeReport } from './use-made-report.ts';
import { type Report, type ReportedJob, useReportSource } from './use-report-source.ts';

interface Props {
  readonly job: ReportedJob;
  readonly onClose: () => void;
}

/** Makes the report for the adjuster. A lazy chunk. */
export default function AdjusterDialog({ job, onClose }: Props) {
  const report = useReportSource(job);
  return report ? <Choice {...report} onClose={onClose} /> : null;
}

interface ChoiceProps extends Report {
  readonly onClose: () => void;
}

function Choice({ source, keepsFiles, isAsking, onClose }: ChoiceProps) {
  const services = useRecordServices();
  const { made, make, reset } = useMadeReport();
  const [parts, setParts] = useState<readonly ReportPart[]>(REPORT_PARTS);
  const [without, setWithout] = useState<readonly string[]>([]);
  const [perPage, setPerPage] = useState<2 | 6>(6);
  const gallery = useGallery(reset);
  const photos = [...source.photos, ...gallery.photos.map(reportedGallery)];
  const rooms = roomsOf(photos);
  const chosen = rooms.filter(({ key }) => !without.includes(key)).map(({ room }) => room);
  const contents = adjusterReport({ ...source, photos }, { parts, rooms: chosen, perPage });
  const isBusy = made.making !== null || gallery.reading !== null;

  /** Discards the files that were made, because they no longer fit the choice. */
  function choosing<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      reset();
      set(value);
    };
  }

  function start(): void {
    const files = new Map(gallery.photos.map(({ sha256, file }) => [sha256, file]));
    void make({
      contents,
      logo: source.settings.companyLogo,
      record: source.order.work_order_number,
      pictureOf: async (sha256) => files.get(sha256)?.arrayBuffer() ?? readSound(services, sha256),
    });
  }

  return (
    <Dialog title={words.open} size="medium" onClose={onClose}>
      <div className={css.report}>
        <Checks
          legend={words.parts}
          choices={REPORT_PARTS.map((part) => ({ key: part, label: words[part] }))}
          chosen={parts}
          onChange={choosing((keys) => setParts(REPORT_PARTS.filter((part) => keys.includes(part))))}
        />
        {parts.includes('photos') && (
          <>
            {!keepsFiles && <GalleryPhotos gallery={gallery} />}
            {rooms.length > 1 && (
              <Checks
                legend={words.rooms}
                choices={rooms.map(({ key, room, count }) => ({
                  key,
                  label: words.room({ room: room || words.noRoom, count }),
                }))}
                chosen={rooms.map(({ key }) => key).filter((key) => !without.includes(key))}
                onChange={choosing((keys) =>
                  setWithout(rooms.map(({ key }) => key).filter((key) => !keys.includes(key))),
                )}
              />
            )}
            {photos.length > 0 && <PerPage perPage={perPage} onChange={choosing(setPerPage)} />}
          </>
        )}
        <Missing contents={contents} />
        {contents.length > 1 && <p>{words.files({ count: contents.length })}</p>}
        <ErrorAlert lines={made.problem === null ? [] : [made.problem]} />
        <p role="status" className={css.status}>
          {gallery.reading
            ? words.galleryReading(gallery.reading)
            : made.making !== null
              ? words.making({ at: made.making, count: contents.length })
              : isAsking && photoListWords.reading}
        </p>
        {made.missing.length > 0 && (
          <Notice tone="warning">
            {words.unreadable({ count: made.missing.length, characters: made.missing.join(' ') })}
          </Notice>
        )}
        {made.files.map(({ name, bytes }) => (
          <section key={name} aria-label={name}>
            <p>{name}</p>
            <PdfActions name={name} bytes={bytes} />
          </section>
        ))}
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {commonWords.close}
        </Button>
        <Button onClick={start} disabled={isBusy || parts.length === 0}>
          {words.make}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface Room {
  readonly key: string;
  readonly room: string;
  readonly count: number;
}

function roomsOf(photos: ReportSource['photos']): Room[] {
  const rooms = new Map<string, Room>();
  for (const { room } of photos) {
    const key = labelKey(room);
    rooms.set(key, { key, room, count: (rooms.get(key)?.count ?? 0) + 1 });
  }
  return [...rooms.values()].sort((one, other) => one.room.localeCompare(other.room, 'en'));
}

interface ChecksProps {
  readonly legend: string;
  readonly choices: readonly { readonly key: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Checks({ legend, choices, chosen, onChange }: ChecksProps) {
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>{legend}</legend>
      {choices.map(({ key, label }) => (
        <label key={key} className={css.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, key] : chosen.filter((one) => one !== key))
            }
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface PerPageProps {
  readonly perPage: 2 | 6;
  readonly onChange: (perPage: 2 | 6) => void;
}

function PerPage({ perPage, onChange }: PerPageProps) {
  const choices = [
    [2, words.two],
    [6, words.six],
  ] as const;
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>{words.perPage}</legend>
      {choices.map(([count, label]) => (
        <label key={count} className={css.choice}>
          <input type="radio" name="perPage" checked={perPage === count} onChange={() => onChange(count)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows before the report is made what it will lack, as its first page will say. */
function Missing({ contents: [first] }: { readonly contents: readonly PaperContent[] }) {
  const lines = (first?.parts ?? []).flatMap((part) =>
    part.part === 'text' && part.heading === reportWords.missing ? part.paragraphs : [],
  );
  if (lines.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>{words.missing}</p>
      {lines.map((line) => (
        <p key={line} className={css.missing}>
          {line}
        </p>
      ))}
    </Notice>
  );
}
