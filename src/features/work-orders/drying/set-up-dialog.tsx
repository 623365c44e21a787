import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DiscardQuestion, useKeptDraft } from '../../../crud/form/kept-draft.tsx';
import { resumeEdit } from '../../../crud/form/resumed-draft.ts';
import { addDrying } from '../../../domain/drying/drying-entries.ts';
import { type DryingLog, runningPlacement } from '../../../domain/drying/drying-log.ts';
import { chamberName } from '../../../domain/drying/names.ts';
import { readText } from '../../../domain/field.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert, Notice } from '../../../ui/feedback/notice.tsx';
import { textFieldProps } from '../../../ui/fields/form-fields.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { dryingFormWords, dryingWords } from '../../../words/drying.ts';
import { notKeptWords } from '../../../words/form.ts';
import { useMyName } from '../day/use-crew.ts';
import { BILLINGS } from './drying-names.ts';
import css from './readings.module.css';
import {
  blankSetUp,
  chamberKey,
  chamberOfKey,
  draftFacts,
  type SetUpFields,
  type SetUpItem,
  type SetUpKind,
  setUpOf,
  UNIT_TYPES,
} from './set-up-facts.ts';
import { useDryingEdit } from './use-drying-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly log: DryingLog;
  readonly kind: SetUpKind;
  readonly item?: SetUpItem;
  /** The draft of a form that was left, and its fields. */
  readonly left?: { readonly found: FoundDraft; readonly fields: SetUpFields };
  readonly onClose: () => void;
}

const TITLES: Readonly<Record<SetUpKind, string>> = {
  chamber: dryingWords.addChamber,
  point: dryingWords.addPoint,
  unit: dryingWords.addEquipment,
  move: dryingWords.addEquipment,
  name: dryingWords.addEquipment,
  altitude: dryingWords.setAltitude,
  job: dryingWords.setJob,
};

function dialogTitle(kind: SetUpKind, item: SetUpItem): string {
  if (!item) return TITLES[kind];
  const { name } = item;
  if (kind === 'chamber') return dryingWords.editChamber({ name });
  if (kind !== 'move') return dryingWords.editItem({ name });
  const isRunning = 'placements' in item && runningPlacement(item) !== null;
  return isRunning ? dryingWords.moveUnit({ name }) : dryingWords.placeUnit({ name });
}

export function SetUpDialog(props: Props) {
  const { kind, log, left, onClose } = props;
  const [item] = useState(props.item);
  const [begun, setBegun] = useState(() => ({ fields: left?.fields ?? blankSetUp(log, item), turn: 0 }));
  const [typed, setTyped] = useState(left !== undefined);
  const [asking, setAsking] = useState(false);
  return (
    <Dialog
      title={dialogTitle(kind, item)}
      size="small"
      onClose={() => (typed ? setAsking(true) : onClose())}
    >
      <SetUpForm
        {...props}
        key={begun.turn}
        item={item}
        begun={begun.fields}
        found={begun.turn === 0 ? (left?.found ?? null) : null}
        asking={asking}
        onTyped={setTyped}
        onKeep={() => setAsking(false)}
        onAnother={(fields) => {
          setTyped(false);
          setBegun(({ turn }) => ({ fields, turn: turn + 1 }));
        }}
      />
    </Dialog>
  );
}

interface FormProps extends Props {
  readonly begun: SetUpFields;
  readonly found: FoundDraft | null;
  readonly asking: boolean;
  readonly onTyped: (typed: boolean) => void;
  readonly onKeep: () => void;
  /** Saved, and the next one begins with these fields. */
  readonly onAnother: (fields: SetUpFields) => void;
}

function SetUpForm({ localId, record, log, kind, item, begun, found, asking, ...on }: FormProps) {
  const { busy, problem, stamp, add } = useDryingEdit(localId);
  const { signed } = useMyName();
  // The draft's base must not include entries that arrive while the user types.
  const [resumed] = useState(() => found && resumeEdit(found.draft, record as unknown as Fields));
  const [base] = useState(() => resumed?.initial ?? (record as unknown as Fields));
  const kept = useKeptDraft({
    resource: 'workOrders',
    saved: { localId, fields: base },
    resumed: resumed ?? undefined,
    decides: false,
  });
  const [fields, setFields] = useState(begun);
  const [opened] = useState(log);
  const [tried, setTried] = useState(false);
  const [isTyped, setTyped] = useState(found !== null);
  const { facts, label, errors } = setUpOf(fields, { kind, log, who: signed, item, opened });
  useUnsavedInput(isTyped);

  function change(part: Partial<SetUpFields>): void {
    const next = { ...fields, ...part };
    setFields(next);
    setTyped(true);
    on.onTyped(true);
    const said = draftFacts(next, begun, { kind, log, who: signed, item, opened });
    kept.change({ notes: addDrying(readText(base['notes']), stamp(), said) });
  }

  async function save(isLast: boolean): Promise<void> {
    setTried(true);
    if (Object.keys(errors).length > 0) return;
    if (facts.length === 0) return leave();
    if (!(await add(facts, kept.store))) return;
    if (isLast) on.onClose();
    else on.onAnother({ ...fields, place: '', kind: '' });
  }

  function leave(): void {
    kept.drop();
    on.onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(true);
  }

  return (
    <form onSubmit={submit} className={css.form}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      {kept.trouble && <Notice tone="warning">{notKeptWords[kept.trouble]}</Notice>}
      <SetUpInputs
        kind={kind}
        log={log}
        item={item}
        fields={fields}
        errors={tried ? errors : {}}
        onChange={change}
      />
      {label !== '' && !item && <p className={css.muted}>{dryingFormWords.becomes({ name: label })}</p>}
      <div className={css.buttons}>
        {(kind === 'point' || kind === 'unit') && !item && (
          <Button variant="default" size="md" disabled={busy} onClick={() => void save(false)}>
            {dryingFormWords.saveAndNext}
          </Button>
        )}
        <Button type="submit" size="md" disabled={busy}>
          {dryingWords.save}
        </Button>
      </div>
      {asking && <DiscardQuestion onKeep={on.onKeep} onDiscard={leave} />}
    </form>
  );
}

interface InputsProps {
  readonly kind: SetUpKind;
  readonly log: DryingLog;
  readonly item: SetUpItem;
  readonly fields: SetUpFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<SetUpFields>) => void;
}

function SetUpInputs({ kind, log, fields, item, errors, onChange }: InputsProps) {
  const text = textFieldProps<keyof SetUpFields>({
    draft: fields,
    errors,
    onChange: (change) => onChange(change as Partial<SetUpFields>),
  });
  const numeric = { inputMode: 'numeric' } as const;
  const shared = { log, fields, errors, onChange };
  switch (kind) {
    case 'chamber':
      return (
        <>
          <TextInput
            label={dryingFormWords.rooms}
            {...text('rooms', dryingFormWords.roomsHint)}
            data-autofocus
          />
          <NativeSelect
            label={dryingFormWords.category}
            value={fields.category}
            data={[{ value: '', label: dryingFormWords.unknown }, '1', '2', '3']}
            onChange={({ currentTarget }) => onChange({ category: currentTarget.value })}
          />
          <NativeSelect
            label={dryingFormWords.lossClass}
            value={fields.lossClass}
            data={[{ value: '', label: dryingFormWords.unknown }, '1', '2', '3', '4']}
            onChange={({ currentTarget }) => onChange({ lossClass: currentTarget.value })}
          />
          <TextInput label={dryingFormWords.volume} {...text('volume')} {...numeric} />
        </>
      );
    case 'point':
      return (
        <>
          {!item && <ChamberField {...shared} />}
          <TextInput
            label={dryingFormWords.place}
            {...text('place', dryingFormWords.placeHint)}
            data-autofocus
          />
          <TextInput label={dryingFormWords.material} {...text('material', dryingFormWords.materialHint)} />
          <TextInput label={dryingFormWords.goal} {...text('goal')} inputMode="decimal" />
        </>
      );
    case 'unit':
      return (
        <>
          <NativeSelect
            label={dryingFormWords.type}
            value={fields.type}
            data={Object.entries(UNIT_TYPES).map(([value, name]) => ({
              value,
              label: dryingFormWords[name],
            }))}
            onChange={({ currentTarget }) => onChange({ type: currentTarget.value as SetUpFields['type'] })}
          />
          <TextInput
            label={dryingFormWords.kind}
            {...text('kind', dryingFormWords.kindHint)}
            data-autofocus
          />
          <TextInput label={dryingFormWords.count} {...text('count')} {...numeric} />
          <ChamberField {...shared} />
        </>
      );
    case 'move':
      return (
        <>
          <ChamberField {...shared} />
          <TextInput
            label={dryingFormWords.count}
            {...text('count', dryingFormWords.countHint)}
            {...numeric}
          />
        </>
      );
    case 'name':
      return (
        <TextInput label={dryingFormWords.kind} {...text('kind', dryingFormWords.kindHint)} data-autofocus />
      );
    case 'job':
      return (
        <>
          <TextInput
            label={dryingFormWords.meter}
            {...text('meter', dryingFormWords.meterHint)}
            data-autofocus
          />
          <Textarea
            label={dryingFormWords.standards}
            {...text('standards', dryingFormWords.standardsHint)}
            rows={3}
          />
          <NativeSelect
            label={dryingFormWords.billing}
            value={fields.billing}
            data={[
              { value: '', label: dryingFormWords.unknown },
              ...BILLINGS.map(([value, label]) => ({ value, label })),
            ]}
            onChange={({ currentTarget }) => onChange({ billing: currentTarget.value })}
          />
        </>
      );
    case 'altitude':
      return <TextInput label={dryingFormWords.feet} {...text('feet')} {...numeric} data-autofocus />;
  }
}

function ChamberField({ log, fields, errors, onChange }: Omit<InputsProps, 'kind' | 'item'>) {
  const { chambers } = log;
  const chosen = chamberOfKey(log, fields.chamber);
  const isKnown = chosen !== undefined;
  const [mayBeNone] = useState(!isKnown);
  const none = mayBeNone || !isKnown ? [{ value: '', label: dryingWords.noChamber }] : [];
  return (
    <NativeSelect
      label={dryingFormWords.chamber}
      value={chamberKey(chosen)}
      error={errors['chamber']}
      data={[...none, ...chambers.map((one) => ({ value: chamberKey(one), label: chamberName(one) }))]}
      onChange={({ currentTarget }) => onChange({ chamber: currentTarget.value })}
    />
  );
}
