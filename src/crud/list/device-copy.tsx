import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { usePulledAt, usePullStatus } from '../../records/use-sync-status.ts';

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

export function CopyAge({ children }: { readonly children: string }) {
  const now = useNow();
  const pulledAt = usePulledAt();
  const words = (): string => {
    if (pulledAt === undefined) return children;
    if (pulledAt === null) return copyAgeWords.notFetched({ what: children });
    return copyAgeWords.asOf({ what: children, moment: formatMoment(pulledAt, now) });
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
