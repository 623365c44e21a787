import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { brokenFiles, copyFiles, damagedFolderOf, mendFiles } from '../../server/backup/copy-files.ts';
import { fileOf, hashOf } from '../support/server/files.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

async function put(folder: string, sha256: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, '7', sha256.slice(0, 2), sha256);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

it('takes a photo that cannot be read for damaged, and mends the others', async () => {
  const [data, beside] = [await temporaryFolder(), await temporaryFolder()];
  const [one, two] = [fileOf('jpeg', 'one'), fileOf('jpeg', 'two')];
  const [first, second] = [hashOf(one), hashOf(two)];
  const wanted = [first, second].map((sha256) => ({ companyId: 7, sha256 }));
  // A folder cannot be read as a file, as a bad sector cannot.
  await mkdir(join(data, '7', first.slice(0, 2), first), { recursive: true });
  const mended = await put(data, second, fileOf('jpeg', 'owt'));
  for (const bytes of [one, two]) await put(beside, hashOf(bytes), bytes);
  const broken = await brokenFiles(data, wanted);
  expect(broken.map(({ problem }) => problem)).toEqual(['damaged', 'damaged']);
  const left = await mendFiles(beside, data, broken);
  expect(left.map(({ path }) => path)).toEqual([join('7', first.slice(0, 2), first)]);
  expect(hashOf(await readFile(mended))).toBe(second);
});

it('moves a photo that is damaged in both places out of the way, and keeps a missing one missing', async () => {
  const [data, beside] = [await temporaryFolder(), await temporaryFolder()];
  const [first, second] = [hashOf(fileOf('jpeg', 'one')), hashOf(fileOf('jpeg', 'two'))];
  const wanted = [first, second].map((sha256) => ({ companyId: 7, sha256 }));
  const stored = await put(data, first, fileOf('jpeg', 'eno'));
  await put(beside, first, fileOf('jpeg', 'noe'));
  const left = await mendFiles(beside, data, await brokenFiles(data, wanted));
  expect(left.map(({ problem }) => problem)).toEqual(['damaged', 'missing']);
  await expect(stat(stored)).rejects.toThrow('ENOENT');
  const moved = join(damagedFolderOf(data), '7', first.slice(0, 2), first);
  expect(hashOf(await readFile(moved))).toBe(hashOf(fileOf('jpeg', 'eno')));
  // Within the folder of files, which may be a disk of its own: a rename cannot leave a disk.
  expect(moved.startsWith(join(data, '/'))).toBe(true);
  expect(await copyFiles(data, await temporaryFolder())).toEqual({
    files: 0,
    copied: 0,
    mended: 0,
    damaged: [],
    failed: [],
  });
});

it('stops if it cannot write, and takes no photo for lost', async () => {
  const [data, beside] = [await temporaryFolder(), await temporaryFolder()];
  const bytes = fileOf('jpeg', 'one');
  const sha256 = hashOf(bytes);
  await put(beside, sha256, bytes);
  const broken = await brokenFiles(data, [{ companyId: 7, sha256 }]);
  await writeFile(join(data, '7'), 'A file in place of the folder.');
  await expect(mendFiles(beside, data, broken)).rejects.toThrow('ENOTDIR');
});

it('stops if a photo cannot be read for a reason that may pass', async () => {
  const data = await temporaryFolder();
  const sha256 = hashOf(fileOf('jpeg', 'one'));
  const stored = join(data, '7', sha256.slice(0, 2), sha256);
  await mkdir(dirname(stored), { recursive: true });
  await symlink(stored, stored);
  await expect(brokenFiles(data, [{ companyId: 7, sha256 }])).rejects.toThrow('ELOOP');
});

it('copies the others if a copy cannot be read for a reason that may pass, and names it', async () => {
  const [data, beside] = [await temporaryFolder(), await temporaryFolder()];
  const texts = ['one', 'two', 'abc'];
  for (const text of texts) await put(data, hashOf(fileOf('jpeg', text)), fileOf('jpeg', text));
  const [first = ''] = texts.map((text) => hashOf(fileOf('jpeg', text))).sort();
  const copy = join(beside, '7', first.slice(0, 2), first);
  await mkdir(dirname(copy), { recursive: true });
  // Root can read all files, but not a link to itself.
  await symlink(copy, copy);
  const { failed, ...counts } = await copyFiles(data, beside);
  expect(counts).toEqual({ files: 3, copied: 2, mended: 0, damaged: [] });
  expect(failed).toEqual([expect.stringMatching(new RegExp(`^7.*${first} \\(ELOOP: .*${copy}`))]);
});

it('moves no damaged photo while the other copy cannot be reached', async () => {
  const [data, beside] = [await temporaryFolder(), await temporaryFolder()];
  const sha256 = hashOf(fileOf('jpeg', 'one'));
  const stored = await put(data, sha256, fileOf('jpeg', 'eno'));
  await writeFile(join(beside, '7'), 'A file in place of the folder.');
  const broken = await brokenFiles(data, [{ companyId: 7, sha256 }]);
  await expect(mendFiles(beside, data, broken)).rejects.toThrow('ENOTDIR');
  expect((await stat(stored)).isFile()).toBe(true);
});

it('copies the others if a photo cannot be copied because of a bad sector', async () => {
  const [data, beside] = [await temporaryFolder(), await temporaryFolder()];
  const [one, two] = [fileOf('jpeg', 'one'), fileOf('jpeg', 'two')];
  for (const bytes of [one, two]) await put(data, hashOf(bytes), bytes);
  const path = join('7', hashOf(one).slice(0, 2), hashOf(one));
  // Nothing can be written over a folder, nor on a bad sector.
  await mkdir(join(beside, path), { recursive: true });
  expect(await copyFiles(data, beside)).toEqual({
    files: 2,
    copied: 1,
    mended: 0,
    damaged: [{ path, whole: 'source' }],
    failed: [],
  });
});

it('reads each photo and its copy, replaces a damaged copy by a whole photo, and never the other way round', async () => {
  const [data, beside] = [await temporaryFolder(), await temporaryFolder()];
  const [one, two, three] = [fileOf('jpeg', 'one'), fileOf('jpeg', 'two'), fileOf('jpeg', 'abc')];
  await put(data, hashOf(one), one);
  const mended = await put(beside, hashOf(one), fileOf('jpeg', 'eno'));
  await put(data, hashOf(two), fileOf('jpeg', 'owt'));
  const kept = await put(beside, hashOf(two), two);
  await put(data, hashOf(three), fileOf('jpeg', 'bac'));
  const left = await put(beside, hashOf(three), fileOf('jpeg', 'cab'));
  const { damaged, ...counts } = await copyFiles(data, beside);
  expect(counts).toEqual({ files: 3, copied: 0, mended: 1, failed: [] });
  expect(new Map(damaged.map(({ path, whole }) => [basename(path), whole]))).toEqual(
    new Map([
      [hashOf(two), 'target'],
      [hashOf(three), 'none'],
    ]),
  );
  expect(hashOf(await readFile(mended))).toBe(hashOf(one));
  expect(hashOf(await readFile(kept))).toBe(hashOf(two));
  expect(hashOf(await readFile(left))).toBe(hashOf(fileOf('jpeg', 'cab')));
});
