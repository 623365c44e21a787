import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-view.ts';
import { noteFirstDay } from '../../records/device-notes.ts';
import type { FirstDay } from '../../records/first-day-steps.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon, DoneIcon, OpenStepIcon } from '../../ui/icons.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { firstDayWords } from '../../words/frame.ts';
import css from './first-day-panel.module.css';

export interface FirstDayPanelProps {
  readonly day: FirstDay;
  readonly onInstall: (() => void) | null;
}

export default function FirstDayPanel({ day, onInstall }: FirstDayPanelProps) {
  const services = useRecordServices();
  const view = useResourceView('customers');
  const [open, setOpen] = useState<'form' | 'import' | null>(null);
  const onPhone = useWindowSize() === 'small';
  const close = (): void => setOpen(null);
  return (
    <section aria-labelledby="first-day" className={css.panel}>
      <div className={css.head}>
        <h2 id="first-day" className={css.title}>
          {firstDayWords.title}
        </h2>
        <IconButton label={firstDayWords.close} onClick={() => noteFirstDay(services, 'closed')}>
          <CloseIcon size={20} aria-hidden />
        </IconButton>
      </div>
      <ol className={css.steps}>
        <Step done={day.hasCustomer} title={firstDayWords.add} hint={firstDayWords.addHint}>
          <Button variant={day.hasCustomer ? 'default' : 'filled'} onClick={() => setOpen('form')}>
            {firstDayWords.addButton}
          </Button>
        </Step>
        {view.importing && (
          <Step done={day.hasImported} title={firstDayWords.import} hint={firstDayWords.importHint}>
            <Button variant="default" onClick={() => setOpen('import')}>
              {firstDayWords.importButton}
            </Button>
          </Step>
        )}
        {onInstall && (
          <Step
            done={false}
            title={onPhone ? firstDayWords.installOnPhone : firstDayWords.installOnDevice}
            hint={firstDayWords.installHint}
          >
            <Button variant="default" onClick={onInstall}>
              {firstDayWords.installButton}
            </Button>
          </Step>
        )}
        <Step done={day.wasOffline} title={firstDayWords.airplane} hint={firstDayWords.airplaneHint} />
      </ol>
      <LazySlot onClose={close}>
        {open === 'form' && <ResourceFormDialog view={view} row={null} onClose={close} />}
        {open === 'import' && view.importing && <view.importing.Dialog going={null} onClose={close} />}
      </LazySlot>
    </section>
  );
}

interface StepProps {
  readonly done: boolean;
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

function Step({ done, title, hint, children }: StepProps) {
  const Icon = done ? DoneIcon : OpenStepIcon;
  return (
    <li className={css.step} data-done={done || undefined}>
      <Icon size={22} aria-hidden className={css.tick} />
      <div>
        <p className={css.what}>
          <span>{title}</span>
          {done && <span className={css.unseen}> ({firstDayWords.done})</span>}
        </p>
        <p className={css.hint}>{hint}</p>
      </div>
      {children}
    </li>
  );
}
