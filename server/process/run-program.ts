import { ConfigError } from '../config/config.ts';
import { errorCode } from '../config/error-code.ts';
import { UsageError } from '../config/usage-error.ts';
import { ApplicationRoleError } from '../db/application-role.ts';
import { BrokenDataFolderError } from '../db/data-folder.ts';
import { DatabaseUnavailableError, DiskFullError } from '../db/database-errors.ts';
import { FolderInUseError } from '../db/folder-lock.ts';
import { NoSocketFileError } from '../db/lock-socket.ts';
import { DatabaseThreadError } from '../db/thread-calls.ts';

/** Ends the process with a message for an error that the user can fix, or with a stack trace for any other error. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${inWords(error)}\n`);
    process.exit(1);
  }
}

function inWords(error: unknown): string {
  if (error instanceof ConfigError) return `Some settings are invalid:\n${error.message}`;
  if (error instanceof DiskFullError || isNoSpace(error)) return `The disk is full: ${error.message}.`;
  if (error instanceof DatabaseUnavailableError) {
    if (error.cause instanceof DatabaseThreadError) return error.cause.message;
    const cause = error.cause instanceof Error ? error.cause.message : String(error.cause);
    return `The database of DATABASE_URL cannot be reached: ${cause}`;
  }
  if (isForPeople(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isForPeople(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    error instanceof ApplicationRoleError ||
    error instanceof FolderInUseError ||
    error instanceof NoSocketFileError ||
    error instanceof BrokenDataFolderError
  );
}

function isNoSpace(error: unknown): error is Error {
  return error instanceof Error && errorCode(error) === 'ENOSPC';
}
