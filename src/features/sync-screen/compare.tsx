import { Button } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useFieldText } from '../../crud/field-words.ts';
import { readable } from '../../crud/readable.ts';
import type { Fields, RecordKind, ServerId } from '../../domain/resource-spec.ts';
import { fieldLabel, isListed, specOf } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type Absent, type ServerRow, useServerRows } from '../../records/use-server-rows.ts';
import { requestPull } from '../../records/use-sync-status.ts';
import { compareWords, secondRowWords, syncScreenWords } from '../../words/sync.ts';
import own from './compare.module.css';
import css from './sync-screen.module.css';

export interface ComparedField {
  readonly field: string;
  /** For example 'both changed' or 'differs'. */
  readonly tag?: string | undefined;
  readonly cells: readonly string[];
  readonly marked: boolean;
}

interface ComparisonProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly ComparedField[];
}

export function Comparison({ caption, columns, rows }: ComparisonProps) {
  return (
    <div className={own.sides}>
      {/* Explicit roles, because browsers drop the implicit roles of rows drawn as a grid. */}
      <table role="table" className={own.table} style={{ '--sides': columns.length } as CSSProperties}>
        <caption className={css.hidden}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {[syncScreenWords.field, ...columns].map((column) => (
              <th key={column} role="columnheader" scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ field, tag, cells, marked }) => (
            <tr key={field} role="row" data-marked={marked || undefined}>
              <th role="rowheader" scope="row">
                <span>{fieldLabel(field)}</span> {tag && <span className={own.tag}>{tag}</span>}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index]} role="cell">
                  {cell || '-'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RecordsProps {
  readonly resource: RecordKind;
  readonly columns: readonly [string, string];
  readonly one: Fields;
  readonly other: Fields;
}

function RecordComparison({ resource, columns, one, other }: RecordsProps) {
  const text = useFieldText(resource);
  const [left, right] = [readable(resource, one), readable(resource, other)];
  const rows = specOf(resource)
    .fieldNames.map((field) => ({
      field,
      cells: [text(field, left[field]), text(field, right[field])] as const,
    }))
    .filter(({ cells: [a, b] }) => a !== '' || b !== '')
    .map(({ field, cells }) => ({ field, cells, marked: cells[0] !== cells[1] }))
    .map((row) => ({ ...row, tag: row.marked ? compareWords.differs : undefined }));
  const differing = rows.filter(({ marked }) => marked);
  return (
    <>
      <p className={css.hint}>
        {differing.length === 0 ? compareWords.same : compareWords.differ({ count: differing.length })}
      </p>
      <Comparison
        caption={compareWords.columns({ first: columns[0], second: columns[1] })}
        columns={columns}
        rows={[...differing, ...rows.filter(({ marked }) => !marked)]}
      />
    </>
  );
}

/** Candidates shown. Others are counted. */
const SHOWN = 5;

interface FoundCandidates {
  readonly rows: ReadonlyMap<ServerId, ServerRow | Absent>;
  readonly others: number;
}

/** @param since device time in ms when the candidates were found */
export function useCandidates(
  resource: RecordKind,
  ids: readonly ServerId[],
  since: number,
): FoundCandidates | undefined {
  const shown = ids.slice(0, SHOWN);
  const rows = useServerRows(resource, shown, since);
  // `rows` may still belong to the previous ids.
  const found = rows && new Map(shown.map((id) => [id, rows.get(id) ?? 'notFetched'] as const));
  return found && { rows: found, others: Math.max(0, ids.length - SHOWN) };
}

export type Gone = Exclude<Absent, 'notFetched'>;

interface CandidatesProps {
  readonly resource: RecordKind;
  readonly mine: { readonly view: Fields } | null;
  readonly found: FoundCandidates;
  readonly label: string;
  readonly columns: readonly [string, string];
  readonly children: (candidate: ServerRow | Gone, serverId: ServerId) => ReactNode;
}

export function Candidates({ resource, mine, found, label, columns, children }: CandidatesProps) {
  return (
    <>
      {[...found.rows].map(([serverId, candidate]) => (
        <section key={serverId} aria-label={label} className={own.candidate}>
          {mine && typeof candidate !== 'string' && (
            <RecordComparison resource={resource} columns={columns} one={mine.view} other={candidate.view} />
          )}
          {candidate === 'notFetched' ? (
            <NotFetched resource={resource} />
          ) : (
            <div>{children(candidate, serverId)}</div>
          )}
        </section>
      ))}
      {found.others > 0 && <p className={css.more}>{secondRowWords.moreLikeIt({ count: found.others })}</p>}
    </>
  );
}

function NotFetched({ resource }: { readonly resource: RecordKind }) {
  const services = useRecordServices();
  const { noun, plural } = specOf(resource).label;
  return (
    <>
      <p className={css.hint}>{compareWords.notFetched({ noun })}</p>
      {isListed(resource) && (
        <div className={css.ways}>
          <Button variant="default" onClick={() => void requestPull(services, resource)}>
            {compareWords.fetch({ records: plural.toLowerCase() })}
          </Button>
        </div>
      )}
    </>
  );
}
