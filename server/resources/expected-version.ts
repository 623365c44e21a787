import { Problem } from '../http/problem.ts';
import type { VersionedRecord } from '../repositories/resource-repository.ts';

/** The versions that a change applies to; null means any. */
export type Expected = ReadonlySet<number> | null;

const TAG = /^"(\d{1,15})"$/;

/**
 * Parses If-Match (RFC 9110, 13.1.1). A tag that this server never issued, such as a weak one, matches no
 * version.
 */
export function expectedIn(header: string | undefined): Expected {
  if (header === undefined || header.trim() === '*') return null;
  const versions = header.split(',').map((tag) => Number(TAG.exec(tag.trim())?.[1] ?? Number.NaN));
  return new Set(versions.filter((version) => !Number.isNaN(version)));
}

export function tagOf(version: number): string {
  return `"${version}"`;
}

/** Throws a 412 with the current record. A deleted record passes. */
export function assertCurrent(record: VersionedRecord | undefined, expected: Expected): void {
  if (!record || expected === null || expected.has(record.version)) return;
  throw new Problem(412, record.body, { etag: tagOf(record.version) });
}
