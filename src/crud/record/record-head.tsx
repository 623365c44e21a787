import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { choicesOf, fieldLabel, resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { MenuButton } from '../../ui/feedback/menu-button.tsx';
import { ChoiceChip, choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChevronDownIcon, EditIcon, MoreIcon, PrintIcon, TrashIcon } from '../../ui/icons.ts';
import { printWords, recordScreenWords } from '../../words/record.ts';
import type { PrintPress } from '../paper/print-button.tsx';
import { readable, titleOf } from '../readable.ts';
import { RecordLink } from '../record-link.tsx';
import { cellOf } from '../resource-cell.tsx';
import type { ResourceView } from '../resource-view.ts';
import { useDates } from '../time.tsx';
import css from './record-head.module.css';
import type { DialogKind, Row } from './record-screen.tsx';

interface StatusProps {
  readonly view: ResourceView;
  /** A change is being saved. */
  readonly busy: boolean;
  readonly onStatus: (status: string) => void;
}

interface ActionsProps extends StatusProps {
  readonly row: Row;
  readonly print: PrintPress;
  readonly onPress: (kind: DialogKind) => void;
}

export function RecordActions({ view, row, busy, print, onStatus, onPress }: ActionsProps) {
  const [first, ...others] = view.nextSteps?.(readable(view.resource, row.view)) ?? [];
  return (
    <div className={css.actions}>
      {first && (
        <Button data-step disabled={busy} onClick={() => onStatus(first.status)}>
          {first.label}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<EditIcon size={18} aria-hidden />}
        onClick={() => onPress('edit')}
      >
        {recordScreenWords.edit}
      </Button>
      <MenuButton
        label={recordScreenWords.more}
        position="bottom-end"
        entries={[
          ...others.map(({ status, label }) => ({
            key: status,
            label,
            disabled: busy,
            onChoose: () => onStatus(status),
          })),
          {
            key: 'print',
            label: printWords.print,
            icon: <PrintIcon size={18} aria-hidden />,
            disabled: print.disabled,
            onChoose: print.onClick,
          },
          {
            key: 'delete',
            label: recordScreenWords.delete,
            icon: <TrashIcon size={18} aria-hidden />,
            onChoose: () => onPress('delete'),
          },
        ]}
      >
        {(opener) => (
          <IconButton label={recordScreenWords.more} {...opener}>
            <MoreIcon size={20} aria-hidden />
          </IconButton>
        )}
      </MenuButton>
    </div>
  );
}

interface HeadProps extends StatusProps {
  /** The result of `readable`. */
  readonly fields: Fields;
  readonly children: ReactNode;
}

export function RecordHead({ view, fields, children, ...status }: HeadProps) {
  const { resource, headline } = view;
  const dates = useDates(resource);
  const picture = view.picture?.(fields);
  const number = view.number ? String(fields[view.number]).trim() : '';
  const shown = headline && (fields[headline] ?? '') !== '' ? headline : null;
  return (
    <div className={css.head}>
      {picture && <span className={css.picture}>{picture}</span>}
      <div className={css.who}>
        <p className={css.kind}>
          <span>{resourceSpecs[resource].label.title}</span>
          {number !== '' && <span className={css.number}>{number}</span>}
        </p>
        <h1 className={css.title}>{titleOf(resource, fields)}</h1>
        <div className={css.line}>
          {specOf(resource).references.map(({ field, to }) => (
            <ForWhom key={field} resource={to} id={fields[field] as string | null} />
          ))}
          <StatusMenu view={view} value={String(fields['status'])} {...status} />
          {view.columns
            .filter(({ field }) => field !== 'status' && choicesOf(resource, field).length > 0)
            .map((column) => (
              <span key={column.field}>{cellOf(column, { resource, fields, dates })}</span>
            ))}
          {shown && (
            <span className={css.headline}>
              <span>{fieldLabel(shown)}</span>{' '}
              <strong>{cellOf({ field: shown }, { resource, fields, dates })}</strong>
            </span>
          )}
        </div>
      </div>
      {children}
    </div>
  );
}

interface ForWhomProps {
  readonly resource: ResourceName;
  readonly id: string | null;
}

function ForWhom({ resource, id }: ForWhomProps) {
  if (id === null) return null;
  return (
    <span className={css.whom}>
      <RecordLink resource={resource} id={id} />
    </span>
  );
}

interface StatusMenuProps extends StatusProps {
  readonly value: string;
}

/** A status that only a newer server knows is shown as it is, but cannot be chosen. */
function StatusMenu({ view, value, busy, onStatus }: StatusMenuProps) {
  const choices = choicesOf(view.resource, 'status');
  return (
    <MenuButton
      label={recordScreenWords.changeStatus}
      position="bottom-start"
      entries={choices.map((status) => ({
        key: status,
        label: choiceLabel(status, choices),
        disabled: busy,
        isChosen: status === value,
        onChoose: () => {
          if (status !== value) onStatus(status);
        },
      }))}
    >
      {(opener) => (
        <button
          type="button"
          className={css.status}
          aria-label={recordScreenWords.status({ status: choiceLabel(value, choices) })}
          title={recordScreenWords.changeStatus}
          {...opener}
        >
          <ChoiceChip value={value} choices={choices} />
          <ChevronDownIcon size={16} aria-hidden />
        </button>
      )}
    </MenuButton>
  );
}
