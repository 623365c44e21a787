import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z
  .record(
    z.string(),
    z.object({
      file: z.string(),
      name: z.string().optional(),
      css: z.array(z.string()).default([]),
      imports: z.array(z.string()).default([]),
    }),
  )
  .parse(JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')));

/** Returns the paths of the scripts and styles that the browser loads with these chunks. */
export function filesFor(...names: readonly string[]): string[] {
  const keys = new Set(names.map(keyOf));
  for (const key of keys) for (const imported of chunk(key).imports) keys.add(imported);
  return [...keys].flatMap((key) => [chunk(key).file, ...chunk(key).css]).map((file) => `/${file}`);
}

function keyOf(name: string): string {
  const [key] = Object.entries(manifest).find(([, one]) => one.name === name) ?? [];
  if (key === undefined) throw new Error(`No chunk is called '${name}'`);
  return key;
}

function chunk(key: string) {
  const found = manifest[key];
  if (!found) throw new Error(`The build has no ${key}`);
  return found;
}
