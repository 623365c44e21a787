import { Problem } from '../http/problem.ts';
import type { VersionedRecord } from '../repositories/resource-repository.ts';

/** Versions of a record that a change may be made over; null where it may be made over any. */
export type Expected = ReadonlySet<number> | null;

const TAG = /^"(\d{1,15})"$/;

/**
 * What an If-Match header asks for (RFC 9110, 13.1.1): version tags as ETag names them. A tag that this server never
 * gave, weak ones among them, fits no version.
 */
export function expectedIn(header: string | undefined): Expected {
  if (header === undefined || header.trim() === '*') return null;
  const versions = header.split(',').map((tag) => Number(TAG.exec(tag.trim())?.[1] ?? Number.NaN));
  return new Set(versions.filter((version) => !Number.isNaN(version)));
}

/** The tag of a version, for ETag. */
export function tagOf(version: number): string {
  return `"${version}"`;
}

/** Throws a 412 with the record as it is now, where it is none of the versions expected. One that is gone passes. */
export function assertCurrent(record: VersionedRecord | undefined, expected: Expected): void {
  if (!record || expected === null || expected.has(record.version)) return;
  throw new Problem(412, record.body, { etag: tagOf(record.version) });
}
