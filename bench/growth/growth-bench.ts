import { writeFile } from 'node:fs/promises';
import { appSeries } from '../app/app-series.ts';
import { moduleSeries } from './module-series.ts';
import { picture } from './picture.ts';
import type { Series } from './series.ts';

// How the figures grow with the number of records, as a picture: `npm run bench -- growth`.

const PICTURE = 'docs/growth.svg';

/** Who measures what grows; they run one after the other. */
const SOURCES: readonly (() => Promise<readonly Series[]>)[] = [moduleSeries, appSeries];

export async function run(): Promise<void> {
  const all: Series[] = [];
  for (const source of SOURCES) all.push(...(await source()));
  for (const { name, unit, points } of all) {
    const told = points.map(({ records, value }) => `${records}: ${value.toPrecision(3)} ${unit}`);
    console.log(`${name}\n  ${told.join('   ')}`);
  }
  await writeFile(PICTURE, picture(all));
}
