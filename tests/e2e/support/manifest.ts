import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z
  .record(
    z.string(),
    z.object({
      file: z.string(),
      css: z.array(z.string()).default([]),
      imports: z.array(z.string()).default([]),
    }),
  )
  .parse(JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')));

/** The scripts and styles that the build loads at once for these modules, as the browser asks for them. */
export function filesFor(...entries: readonly string[]): string[] {
  const keys = new Set(entries);
  for (const key of keys) for (const imported of chunk(key).imports) keys.add(imported);
  return [...keys].flatMap((key) => [chunk(key).file, ...chunk(key).css]).map((file) => `/${file}`);
}

function chunk(key: string) {
  const found = manifest[key];
  if (!found) throw new Error(`The build has no ${key}`);
  return found;
}
