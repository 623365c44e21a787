/** A row with this value exists; `constraint` is the name that the migration gave the constraint. */
export class UniqueViolationError extends Error {
  override readonly name = 'UniqueViolationError';
  readonly constraint: string;
  constructor(constraint: string, cause: unknown) {
    super(`A row breaks the unique constraint ${constraint}`, { cause });
    this.constraint = constraint;
  }
}

/** A row refers to one that is not there, or was to go while others refer to it. */
export class ForeignKeyViolationError extends Error {
  override readonly name = 'ForeignKeyViolationError';
  readonly constraint: string;
  constructor(constraint: string, cause: unknown) {
    super(`A row breaks the foreign key ${constraint}`, { cause });
    this.constraint = constraint;
  }
}

/** The database does not answer. Nothing is known about the statement; asking again later may work. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
  }
}

/** Nothing can be written, since the disk of the database is full. Reading still works; so does writing once there is room. */
export class DiskFullError extends DatabaseUnavailableError {
  override readonly message = 'The disk of the database is full';
}

/** The database answers, and does not let anybody listen to notifications. */
export class ListenRefusedError extends Error {
  override readonly name = 'ListenRefusedError';
  constructor(cause: unknown) {
    super(`LISTEN is refused: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** All connections are in use, and were for too long. Nothing was done; asking again later will work. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  constructor(reason: string, cause?: unknown) {
    super(`The database is busy: ${reason}`, { cause });
  }
}

/** A transaction and others stood in each other's way, and it was rolled back as a whole: it can be run again. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
  constructor(cause: unknown) {
    super('A transaction was rolled back because of others', { cause });
  }
}

/** A transaction took longer than it may, and was rolled back. */
export class TransactionTimeoutError extends Error {
  override readonly name = 'TransactionTimeoutError';
  constructor(timeoutMs: number) {
    super(`A transaction was rolled back: it took longer than ${timeoutMs} ms`);
  }
}

/** A mistake in our code: the database was used inside a transaction's callback instead of its `tx`. */
export class OuterDatabaseError extends Error {
  override readonly name = 'OuterDatabaseError';
  constructor() {
    super('Use the tx of the transaction that is open here, not the database: it would wait for itself');
  }
}

/** A mistake in our code: `tx` was kept and used after its transaction had ended. */
export class TransactionEndedError extends Error {
  override readonly name = 'TransactionEndedError';
  constructor() {
    super('This transaction has ended');
  }
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const DISK_FULL = '53100';
const TOO_MANY_CONNECTIONS = '53300';
/** Connection lost, no more resources, shutting down: classes of PostgreSQL's error codes. */
const UNAVAILABLE_CLASSES = ['08', '53', '57'];
/** serialization_failure, which distributed engines answer often, and deadlock_detected. */
const CONTENTION = ['40001', '40P01'];

interface ServerErrorFields {
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
}

/** The error of one of ours that a server's error code stands for, or the error itself. */
export function translateServerError(error: Error & ServerErrorFields): Error {
  const code = error.code ?? '';
  if (code === UNIQUE_VIOLATION) return new UniqueViolationError(error.constraint ?? '', error);
  if (code === FOREIGN_KEY_VIOLATION) return new ForeignKeyViolationError(error.constraint ?? '', error);
  if (code === DISK_FULL) return new DiskFullError(error);
  if (CONTENTION.includes(code)) return new ContentionError(error);
  if (code === TOO_MANY_CONNECTIONS) return new BusyError('PostgreSQL takes no more connections', error);
  if (UNAVAILABLE_CLASSES.includes(code.slice(0, 2))) return new DatabaseUnavailableError(error);
  return error;
}

const ENDING = [
  BusyError,
  ContentionError,
  DatabaseUnavailableError,
  TransactionTimeoutError,
  TransactionEndedError,
  OuterDatabaseError,
];

/** Whether an error is about the transaction as a whole, so that nothing of it can be kept. */
export function endsTransaction(error: unknown): boolean {
  return ENDING.some((type) => error instanceof type);
}
