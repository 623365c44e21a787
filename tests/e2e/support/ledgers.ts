import type { Page } from '@playwright/test';
import { z } from 'zod';
import { MUTATION_STATES } from '../../../src/domain/mutation.ts';
import { projectSpec } from '../../../src/domain/project.ts';
import type { Companion } from './companion.ts';
import type { Credentials } from './sign-in.ts';

const kept = z.object({
  outbox: z.array(
    z.object({
      kind: z.literal('create'),
      state: z.enum(MUTATION_STATES),
      fields: z.object({ title: z.object({ value: z.string() }) }),
    }),
  ),
  projects: z.array(
    z.object({ serverId: z.number().optional(), view: z.object({ title: z.string() }).nullable() }),
  ),
});

/** Projects of the account whose database is in the browser: what waits, and what is listed. */
export interface Kept {
  readonly waiting: readonly { readonly title: string; readonly state: string }[];
  readonly listed: readonly { readonly title: string; readonly serverId: number | undefined }[];
}

/** Reads the disk past the app. */
export async function projectsKept(page: Page): Promise<Kept> {
  const stores = await page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const db = await answerOf(indexedDB.open(names.find((name) => /-account-/.test(name)) ?? 'none'));
    // One transaction: a project is not in both states, nor in none.
    const tx = db.transaction(['outbox', 'projects']);
    const [outbox, projects] = await Promise.all(
      ['outbox', 'projects'].map((name) => answerOf(tx.objectStore(name).getAll())),
    );
    db.close();
    return { outbox, projects };
  });
  const { outbox, projects } = kept.parse(stores);
  return {
    waiting: outbox.map(({ state, fields }) => ({ title: fields.title.value, state })),
    listed: projects.flatMap(({ view, serverId }) => (view ? [{ title: view.title, serverId }] : [])),
  };
}

const tokens = z.object({ access: z.string() });
const projects = z.object({ results: z.array(z.object({ title: z.string() })) });

/** Titles of all projects that the server shows to a user. Asked past the browser. */
export async function projectTitlesOn(server: Companion, user: Credentials): Promise<string[]> {
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${server.url}/api/v1/auth/token/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(user),
  });
  const { access } = tokens.parse(await signedIn.json());
  const answer = await fetch(`${server.url}${projectSpec.path}?page_size=500`, {
    headers: { authorization: `Bearer ${access}` },
  });
  return projects.parse(await answer.json()).results.map(({ title }) => title);
}
