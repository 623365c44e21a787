import { readCsvText } from '../../domain/import/csv-lines.ts';
import { decodeText, findEncoding, kindOfBytes } from '../../domain/import/encodings.ts';
import { type PricesInFile, pricesInFile } from '../../domain/papers/price-list.ts';
import type { Clock } from '../../domain/ports.ts';
import { drawBetweenFrames } from '../../records/use-in-steps.ts';
import { priceListWords as words } from '../../words/items.ts';

/** The user may read `message`. */
export class PriceFileError extends Error {
  override readonly name = 'PriceFileError';
}

const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Reads in steps, so that the page stays responsive.
 * @throws PriceFileError
 */
export async function readPriceFile(file: File, clock: Clock): Promise<PricesInFile> {
  const { name } = file;
  if (file.size > MOST_BYTES) throw new PriceFileError(words.tooLarge({ file: name }));
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    (cause: unknown) => {
      throw new PriceFileError(words.notRead({ file: name }), { cause });
    },
  );
  if (kindOfBytes(bytes) !== 'text') throw new PriceFileError(words.otherFile({ file: name }));
  const { encoding } = await drawBetweenFrames(findEncoding(bytes), clock);
  const { text } = await drawBetweenFrames(decodeText(bytes, encoding), clock);
  const { lines } = await drawBetweenFrames(readCsvText(text), clock);
  const read = await drawBetweenFrames(pricesInFile(lines), clock);
  if (!read) throw new PriceFileError(words.noColumns({ file: name }));
  if (read.prices.length === 0) throw new PriceFileError(words.nonePriced({ file: name }));
  return read;
}
