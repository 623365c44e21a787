import { mkdir, statfs } from 'node:fs/promises';
import type { DiskRoom } from './file-storage.ts';

/** A disk with fewer free inodes than this share counts as full. */
const INODE_RESERVE = 0.1;

export async function diskRoom(folder: string): Promise<DiskRoom> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  const hasInodes = files === 0 || ffree / files >= INODE_RESERVE;
  return { free: hasInodes ? bavail * bsize : 0, total: blocks * bsize };
}
