import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { usePullStatus, usePullTimes } from '../../records/use-sync-status.ts';

import { formatMoment } from '../../ui/text/format-date.ts';
import { counted } from '../../ui/text/format-values.tsx';
import { figureWords } from '../../words/common.ts';
import { copyAgeWords } from '../../words/frame.ts';
import { downloadWords } from '../../words/list.ts';
import { useNow } from '../time.tsx';
import css from './device-copy.module.css';

export function DownloadProgress({ resource }: { readonly resource: ResourceName }) {
  const words = useDownloadWords(resource);
  if (words === null) return null;
  return (
    <div className={css.download}>
      <p>{words}</p>
      <DownloadBar resource={resource} />
    </div>
  );
}

export function DownloadBar({ resource }: { readonly resource: ResourceName }) {
  const download = usePullStatus(resource)?.download;
  const words = useDownloadWords(resource);
  if (!download || words === null) return null;
  const { read, count } = download;
  const length = count === null ? {} : { value: read, max: Math.max(read, count) };
  return <progress className={css.progress} aria-label={words} {...length} />;
}

/** Null while no download is under way. */
export function useDownloadWords(resource: ResourceName): string | null {
  const download = usePullStatus(resource)?.download;
  if (!download) return null;
  const { label } = resourceSpecs[resource];
  const { read, count } = download;
  if (count === null) return downloadWords.soFar({ records: counted(read, label) });
  return downloadWords.ofAll({ read, records: counted(count, label) });
}

interface CopyAgeProps {
  /** Default: all lists. */
  readonly of?: ResourceName;
  readonly children: string;
}

/** Says how old the oldest list is, and how many are not here: a server may refuse one to some users. */
export function CopyAge({ of, children: what }: CopyAgeProps) {
  const now = useNow();
  const times = usePullTimes();
  const words = (): string => {
    if (!times) return what;
    const wanted = of ? [times[of]] : Object.values(times);
    const here = wanted.filter((time) => time !== null);
    if (here.length === 0) return copyAgeWords.notFetched({ what });
    const moment = formatMoment(Math.min(...here), now);
    if (here.length === wanted.length) return copyAgeWords.asOf({ what, moment });
    return copyAgeWords.partly({ what, moment, here: here.length, all: wanted.length });
  };
  return <span>{words()}</span>;
}

interface FigureProps {
  /** Undefined while loading. */
  readonly text: string | undefined;
  /** The records were never fetched, so no figure is loading. */
  readonly unfetched: boolean;
}

/** Shows a placeholder, not 0, until loaded. */
export function Figure({ text, unfetched }: FigureProps) {
  if (text !== undefined) return <span>{text}</span>;
  if (unfetched) return <span className={css.unknown}>{figureWords.unfetched}</span>;
  return <span role="img" aria-label={figureWords.loading} className={css.bar} />;
}
