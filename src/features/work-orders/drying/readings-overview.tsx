import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useJobClaims } from '../../../crud/job-claims.ts';
import { Printing } from '../../../crud/paper/print-button.tsx';
import { titleOf } from '../../../crud/readable.ts';
import { RecordCard, RecordColumn, RecordColumns } from '../../../crud/record/record-cards.tsx';
import { useNow } from '../../../crud/time.tsx';
import { linesBesideEntries } from '../../../domain/day/entries.ts';
import { jobStatus } from '../../../domain/drying/chamber-status.ts';
import { dryingDays } from '../../../domain/drying/day-table.ts';
import { AIR_PLACES, DRYING } from '../../../domain/drying/drying-facts.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import type { MenuEntry } from '../../../ui/feedback/menu.tsx';
import { PrintIcon, ReportsIcon } from '../../../ui/icons.ts';
import { LazyModule } from '../../../ui/lazy-module.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { OtherLines } from '../../../ui/text/facts.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { adjusterWords } from '../../../words/documents.ts';
import { dryingWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import { ChamberCard } from './chamber-card.tsx';
import { ChangesCard } from './changes-card.tsx';
import { GrainsChart, PointCharts } from './drying-charts.tsx';
import { EquipmentCard } from './equipment-card.tsx';
import { FastClocks } from './fast-clocks.tsx';
import { GoneEdit } from './gone-edit.tsx';
import { MoreActions } from './more-actions.tsx';
import { NearlyFull } from './nearly-full.tsx';
import { NoChamberCard } from './no-chamber-card.tsx';
import { PlacesCard } from './places-card.tsx';
import css from './readings.module.css';
import { saidIn } from './said-in.ts';
import { SetUpDialog } from './set-up-dialog.tsx';
import { chamberKey, leftSetUp } from './set-up-facts.ts';
import { SharedLabels } from './shared-labels.tsx';
import type { ReadLog } from './use-drying-log.ts';
import { verdictText } from './verdict-text.ts';

const AdjusterDialog = lazyPart(() => import('../report/adjuster-dialog.tsx'));
const PAPER = new LazyModule(() => import('./drying-paper.tsx'));

interface Press {
  readonly disabled: boolean;
  readonly onClick: () => void;
}

interface Props extends ReadLog {
  readonly localId: string;
  readonly serverId: string | number | undefined;
  readonly record: WorkOrder;
  /** The draft of a form that was left. */
  readonly resumed: FoundDraft | null;
  readonly onResumed: () => void;
  /** Null for all chambers. */
  readonly onVisit: (chamber: string | null) => void;
}

export function ReadingsOverview(props: Props) {
  const { localId, serverId, record, entries, log, resumed, onResumed, onVisit } = props;
  const now = useNow();
  const { signed } = useMyName();
  const [left] = useState(() => resumed && leftSetUp(resumed, log, signed));
  const [adding, setAdding] = useState(left?.kind ?? null);
  const days = useMemo(() => dryingDays(log), [log]);
  const { chambers: statuses, noChamber: elsewhere, verdict } = useMemo(() => jobStatus(log), [log]);
  const { claims, named } = useJobClaims(record);
  const [reporting, setReporting] = useState(false);
  const job = { localId, record };
  const others = linesBesideEntries(record.notes, DRYING);
  const isAnythingElsewhere =
    elsewhere.points.length + elsewhere.removedPoints.length + elsewhere.dehumidifiers.length > 0;
  const isEmpty = log.chambers.length === 0;
  const close = (): void => (left ? onResumed() : setAdding(null));
  const title = titleOf('workOrders', record as never);

  /** @param print null without anything to print */
  function entriesOf(print: Press | null): readonly MenuEntry[] {
    const altitude =
      log.altitude === 0 ? dryingWords.setAltitude : dryingWords.altitudeIs({ feet: log.altitude });
    return [
      { key: 'altitude', label: altitude, onChoose: () => setAdding('altitude') },
      ...(isEmpty ? [] : [{ key: 'job', label: dryingWords.setJob, onChoose: () => setAdding('job') }]),
      ...(print
        ? [
            {
              key: 'print',
              label: dryingWords.printReport,
              icon: <PrintIcon size={18} aria-hidden />,
              disabled: print.disabled,
              onChoose: print.onClick,
            },
          ]
        : []),
      {
        key: 'report',
        label: adjusterWords.open,
        icon: <ReportsIcon size={18} aria-hidden />,
        onChoose: () => setReporting(true),
      },
    ];
  }

  return (
    <>
      <div className={css.actions}>
        {!isEmpty && (
          <Button size="lg" className={css.begin} onClick={() => onVisit(null)}>
            {dryingWords.begin}
          </Button>
        )}
        <Button variant={isEmpty ? 'filled' : 'default'} size="md" onClick={() => setAdding('chamber')}>
          {dryingWords.addChamber}
        </Button>
        {!isEmpty && (
          <>
            <Button variant="default" size="md" onClick={() => setAdding('point')}>
              {dryingWords.addPoint}
            </Button>
            <Button variant="default" size="md" onClick={() => setAdding('unit')}>
              {dryingWords.addEquipment}
            </Button>
          </>
        )}
        {days.length === 0 ? (
          <MoreActions entries={entriesOf(null)} />
        ) : (
          <Printing
            paper={PAPER}
            given={{ record, log, entries, claims }}
            title={`${dryingWords.printReport} ${title}`}
          >
            {(print) => <MoreActions entries={entriesOf(print)} />}
          </Printing>
        )}
      </div>
      <LazySlot onClose={() => setReporting(false)}>
        {reporting && (
          <AdjusterDialog
            job={{
              parent: { resource: 'workOrders', localId, serverId },
              record,
              log,
              claims,
              projects: named,
            }}
            onClose={() => setReporting(false)}
          />
        )}
      </LazySlot>
      {isEmpty && <p>{dryingWords.nothingYet}</p>}
      {statuses.length > 1 && <p className={css.verdict}>{verdictText(verdict)}</p>}
      <div className={css.notices}>
        <NearlyFull record={record} />
        <SharedLabels log={log} />
        <FastClocks entries={entries} />
      </div>
      <RecordColumns>
        <RecordColumn>
          {statuses.map((status) => (
            <RecordCard key={chamberKey(status.chamber)}>
              <ChamberCard {...job} log={log} status={status} onVisit={onVisit} />
            </RecordCard>
          ))}
          {isAnythingElsewhere && (
            <RecordCard>
              <NoChamberCard {...job} log={log} status={elsewhere} />
            </RecordCard>
          )}
        </RecordColumn>
        <RecordColumn>
          {log.units.length > 0 && (
            <RecordCard>
              <EquipmentCard {...job} log={log} />
            </RecordCard>
          )}
          {days.some(({ who }) => who.length > 0) && (
            <RecordCard>
              <GrainsChart log={log} days={days} />
            </RecordCard>
          )}
          {AIR_PLACES.some((place) => log.places[place].length > 0) && (
            <RecordCard>
              <PlacesCard {...job} log={log} />
            </RecordCard>
          )}
          <ChangesCard log={log} />
          {(log.notes.length > 0 || others.length > 0) && (
            <RecordCard>
              <h2 className={css.title}>{dryingWords.notes}</h2>
              <ul className={css.list}>
                {log.notes.map(({ at, who, text }, place) => (
                  <li key={place} className={css.note}>
                    <span className={css.muted}>{`${formatMoment(at, now)} · ${who}`}</span>{' '}
                    <span>{text}</span>
                  </li>
                ))}
              </ul>
              <OtherLines lines={others} />
            </RecordCard>
          )}
        </RecordColumn>
      </RecordColumns>
      <PointCharts log={log} days={days} />
      {resumed && !left && saidIn(resumed.draft).length > 0 && (
        <GoneEdit found={resumed} onLeave={onResumed} />
      )}
      <LazySlot onClose={close}>
        {adding && (
          <SetUpDialog
            {...job}
            log={log}
            kind={adding}
            {...(adding === left?.kind && left)}
            onClose={close}
          />
        )}
      </LazySlot>
    </>
  );
}
