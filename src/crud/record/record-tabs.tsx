import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { historyWords, recordScreenWords } from '../../words/record.ts';
import { keepScrolled } from '../scroll-memory.ts';
import { useQuery } from '../use-query.ts';
import type { Row } from './record-screen.tsx';
import css from './record-tabs.module.css';
import { RelatedRecords } from './related-records.tsx';

const PARTS = {
  overview: recordScreenWords.overview,
  photos: recordScreenWords.photos,
  documents: recordScreenWords.documents,
  work: recordScreenWords.work,
  history: historyWords.title,
} as const;

type Part = keyof typeof PARTS;

const NAMES = Object.keys(PARTS) as Part[];

const RecordHistory = lazyPart(() => import('./record-history.tsx'));

export interface PartProps {
  readonly resource: ResourceName;
  readonly row: Row;
}

interface Props extends PartProps {
  /** A lazy chunk. */
  readonly Photos: ComponentType<PartProps>;
  /** A lazy chunk; null for a kind without documents. */
  readonly Documents: ComponentType<PartProps> | null;
  /** The overview. */
  readonly children: ReactNode;
}

/** Shows the parts as tabs. On a narrow screen, shows them one below the other, with links to each. */
export function RecordTabs({ resource, row, Photos, Documents, children }: Props) {
  const isDesk = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  const [query, setQuery] = useQuery();
  const names = Documents ? NAMES : NAMES.filter((name) => name !== 'documents');
  const asked = names.find((name) => name === query.get('tab')) ?? 'overview';
  const { key } = useLocation();
  const shows = (part: Part): boolean => !isDesk || part === asked;
  const hadPhotos = useHad(shows('photos'));
  const hadDocuments = useHad(shows('documents'));
  useEffect(() => {
    // A link to one of the parts was followed, perhaps again.
    return !isDesk && asked !== 'overview' ? keepPartShown(asked) : undefined;
    // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same part has another key
  }, [isDesk, asked, key]);

  function choose(part: Part): void {
    setQuery({ tab: part === 'overview' ? '' : part }, { replace: false });
  }

  // If a record refers to no others, its facts leave room for the records that refer to it.
  const isBeside = isDesk && asked === 'overview' && specOf(resource).references.length === 0;
  return (
    <>
      {isDesk ? <PartTabs names={names} chosen={asked} onChoose={choose} /> : <JumpBar names={names} />}
      {/* These stay mounted when another tab is chosen or a tablet is rotated, because the user may be writing. */}
      <div className={css.parts} data-beside={isBeside || undefined}>
        <PartPanel part="overview" isTab={isDesk} hidden={!shows('overview')}>
          {children}
        </PartPanel>
        <PartPanel part="photos" isTab={isDesk} hidden={!shows('photos')}>
          {hadPhotos && (
            <Section part="photos">
              <Photos resource={resource} row={row} />
            </Section>
          )}
        </PartPanel>
        {Documents && (
          <PartPanel part="documents" isTab={isDesk} hidden={!shows('documents')}>
            {hadDocuments && (
              <Section part="documents">
                <Documents resource={resource} row={row} />
              </Section>
            )}
          </PartPanel>
        )}
        <PartPanel part="work" isTab={isDesk && !isBeside} hidden={!shows('work') && !isBeside}>
          <RelatedRecords resource={resource} row={row} />
        </PartPanel>
      </div>
      <PartPanel part="history" isTab={isDesk} hidden={!shows('history')}>
        {shows('history') && (
          <Section part="history">
            <RecordHistory resource={resource} localId={row.localId} />
          </Section>
        )}
      </PartPanel>
    </>
  );
}

/** Turns true once the part has been shown. */
function useHad(isShown: boolean): boolean {
  const [had, setHad] = useState(isShown);
  if (!had && isShown) setHad(true);
  return had;
}

interface SectionProps {
  readonly part: 'photos' | 'documents' | 'history';
  /** A lazy chunk. */
  readonly children: ReactNode;
}

function Section({ part, children }: SectionProps) {
  /** The chunk failed to load. */
  const [without, setWithout] = useState(false);
  return (
    <section aria-labelledby={part} className={css.section}>
      <h2 id={part} className={css.title}>
        {PARTS[part]}
      </h2>
      <LazySlot onClose={() => setWithout(true)}>{!without && children}</LazySlot>
    </section>
  );
}

interface TabsProps extends BarProps {
  readonly chosen: Part;
  readonly onChoose: (part: Part) => void;
}

function PartTabs({ names, chosen, onChoose }: TabsProps) {
  return (
    <Tabs
      id="record"
      value={chosen}
      className={css.tabs}
      activateTabWithKeyboard={false}
      onChange={(value) => onChoose(value as Part)}
    >
      <Tabs.List aria-label={recordScreenWords.parts}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name} aria-controls={panelOf(name)}>
            {PARTS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

interface BarProps {
  readonly names: readonly Part[];
}

function JumpBar({ names }: BarProps) {
  return (
    <nav aria-label={recordScreenWords.parts} className={css.jumps}>
      {names.map((name) => (
        <button key={name} type="button" className={css.jump} onClick={() => showPart(name)}>
          {PARTS[name]}
        </button>
      ))}
    </nav>
  );
}

interface PanelProps {
  readonly part: Part;
  readonly isTab: boolean;
  readonly hidden: boolean;
  readonly children: ReactNode;
}

function PartPanel({ part, isTab, hidden, children }: PanelProps) {
  const tab = isTab ? ({ role: 'tabpanel', 'aria-labelledby': `record-tab-${part}` } as const) : {};
  return (
    <div id={panelOf(part)} tabIndex={-1} hidden={hidden} className={css.part} {...tab}>
      {children}
    </div>
  );
}

function panelOf(part: Part): string {
  return `record-panel-${part}`;
}

function showPart(part: Part): void {
  const panel = document.getElementById(panelOf(part));
  panel?.focus({ preventScroll: true });
  panel?.scrollIntoView({ block: 'start' });
}

/** At first, the page may be too short to scroll, and what loads above pushes the part down. */
function keepPartShown(part: Part): () => void {
  showPart(part);
  return keepScrolled(() => document.getElementById(panelOf(part))?.scrollIntoView({ block: 'start' }));
}
