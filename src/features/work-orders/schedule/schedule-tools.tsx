import { useNavigate } from 'react-router-dom';
import { Printing } from '../../../crud/paper/print-button.tsx';
import { weekOf } from '../../../domain/plain-date.ts';
import { MenuButton } from '../../../ui/feedback/menu-button.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DownloadIcon, MoreIcon, PrintIcon, SettingsIcon } from '../../../ui/icons.ts';
import { LazyModule } from '../../../ui/lazy-module.ts';
import { formatWeek } from '../../../ui/text/format-date.ts';
import { scheduleToolWords, weekPaperWords } from '../../../words/schedule-more.ts';
import css from './schedule-tools.module.css';
import type { ViewProps } from './schedule-types.ts';
import { useCalendarFile } from './use-calendar-file.ts';

const WEEK_PAPER = new LazyModule(() => import('./week-paper.tsx'));

/** A lazy chunk. */
export default function ScheduleTools({ data, address }: Omit<ViewProps, 'board'>) {
  const { day, who, status } = address;
  const navigate = useNavigate();
  const file = useCalendarFile(data, address);
  const days = weekOf(day);
  const week = formatWeek(days[0] ?? day, days[6] ?? day, data.today);
  return (
    <>
      <Printing paper={WEEK_PAPER} given={{ data, days, who, status }} title={weekPaperWords.title({ week })}>
        {(print) => (
          <MenuButton
            label={scheduleToolWords.more}
            position="bottom-end"
            entries={[
              {
                key: 'print',
                label: scheduleToolWords.print,
                icon: <PrintIcon size={18} aria-hidden />,
                disabled: print.disabled,
                onChoose: print.onClick,
              },
              {
                key: 'calendar',
                label: scheduleToolWords.calendarFile,
                icon: <DownloadIcon size={18} aria-hidden />,
                disabled: file.working,
                onChoose: () => void file.save(),
              },
              {
                key: 'settings',
                label: scheduleToolWords.settings,
                icon: <SettingsIcon size={18} aria-hidden />,
                isApart: true,
                onChoose: () => void navigate('/settings'),
              },
            ]}
          >
            {(opener) => (
              <IconButton label={scheduleToolWords.more} {...opener}>
                <MoreIcon size={20} aria-hidden />
              </IconButton>
            )}
          </MenuButton>
        )}
      </Printing>
      <p role="status" className={css.said}>
        {!file.failed &&
          [file.words, file.words !== '' && !data.isWhole && scheduleToolWords.notAll]
            .filter(Boolean)
            .join(' ')}
      </p>
      <ErrorAlert lines={file.failed ? [file.words] : []} />
    </>
  );
}
