import { Button } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../crud/save-file.ts';
import {
  isTooLongList,
  priceListCsv,
  readPriceList,
  writePriceList,
} from '../../domain/papers/price-list.ts';
import { readSettings, saveSettings, useSettings } from '../../records/company-settings.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { drawBetweenFrames } from '../../records/use-in-steps.ts';
import { useKnownPrices } from '../../records/use-known-prices.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { FileChooser } from '../../ui/fields/file-chooser.tsx';
import { listed } from '../../ui/text/format-values.tsx';
import { priceListWords as words } from '../../words/items.ts';
import { settingsWords } from '../../words/settings-and-about.ts';
import { PriceFileError, readPriceFile } from './read-price-file.ts';
import css from './settings-screen.module.css';

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

/** The company's prices, from and to a CSV file. Saved with each press. */
export function PriceList() {
  const services = useRecordServices();
  const settings = useSettings();
  const known = useKnownPrices();
  const { said, problem, isReading, take, remove } = usePriceFile();
  const [asking, setAsking] = useState(false);
  if (!settings || !known) return null;
  const count = readPriceList(settings.priceList).length;
  const learned = known.length - count;

  function save(): void {
    const file = new Blob([priceListCsv(known ?? [])], { type: 'text/csv;charset=utf-8' });
    saveFile(words.fileName, file, services.clock);
  }

  return (
    <section className={css.panel} aria-labelledby="price-list">
      <h2 id="price-list" className={css.title}>
        {words.title}
      </h2>
      <p className={css.about}>{words.about}</p>
      <p>{count === 0 ? words.none : words.count({ count })}</p>
      {learned > 0 && <p className={css.about}>{words.learned({ count: learned })}</p>}
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <div role="status">
        {said.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={css.ways}>
        <FileChooser
          label={words.file}
          accept={ACCEPTED}
          variant="default"
          loading={isReading}
          onTake={(file) => void take(file)}
        >
          {words.load}
        </FileChooser>
        {known.length > 0 && (
          <Button variant="default" onClick={save}>
            {words.save}
          </Button>
        )}
        {count > 0 && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
        )}
      </div>
      <LazySlot onClose={() => setAsking(false)}>
        {asking && (
          <Dialog title={words.remove} size="small" onClose={() => setAsking(false)}>
            <p>{words.removeQuestion}</p>
            <DialogButtons>
              <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
                {words.keep}
              </Button>
              <Button color="red.9" onClick={() => void remove().finally(() => setAsking(false))}>
                {words.remove}
              </Button>
            </DialogButtons>
          </Dialog>
        )}
      </LazySlot>
    </section>
  );
}

/** Rows that are named. */
const MOST_ROWS = 12;

interface PriceFile {
  /** What became of the last file. */
  readonly said: readonly string[];
  readonly problem: string | null;
  readonly isReading: boolean;
  readonly take: (file: File) => Promise<void>;
  readonly remove: () => Promise<void>;
}

function usePriceFile(): PriceFile {
  const services = useRecordServices();
  const [said, setSaid] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);

  async function attempt(work: () => Promise<readonly string[]>): Promise<void> {
    setProblem(null);
    setSaid([]);
    setReading(true);
    try {
      setSaid(await work());
    } catch (error) {
      const isSaid = error instanceof NotSavedError || error instanceof PriceFileError;
      if (!isSaid) services.log.error('the price list was not saved', error);
      setProblem(isSaid ? error.message : settingsWords.notSaved);
    } finally {
      setReading(false);
    }
  }

  const take = (file: File): Promise<void> =>
    attempt(async () => {
      const { prices, unread } = await readPriceFile(file, services.clock);
      const before = await readSettings(services);
      const all = [...readPriceList(before.priceList), ...prices];
      const priceList = await drawBetweenFrames(writePriceList(all), services.clock);
      if (isTooLongList(priceList)) throw new PriceFileError(words.tooMany);
      await saveSettings(services, { priceList }, before);
      const rows = unread.slice(0, MOST_ROWS).map(String);
      return [
        words.read({ count: prices.length, file: file.name }),
        ...(unread.length === 0 ? [] : [words.unread({ count: unread.length, rows: listed(rows) })]),
      ];
    });

  const remove = (): Promise<void> =>
    attempt(async () => {
      await saveSettings(services, { priceList: '' });
      return [words.removed];
    });

  return { said, problem, isReading, take, remove };
}
