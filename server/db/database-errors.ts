/** `constraint` is the name of the violated constraint, as in the migrations. */
export class UniqueViolationError extends Error {
  override readonly name = 'UniqueViolationError';
  readonly constraint: string;
  constructor(constraint: string, cause: unknown) {
    super(`A row violates the unique constraint ${constraint}`, { cause });
    this.constraint = constraint;
  }
}

/** Also thrown when a delete is refused because other rows refer to the row. */
export class ForeignKeyViolationError extends Error {
  override readonly name = 'ForeignKeyViolationError';
  readonly constraint: string;
  constructor(constraint: string, cause: unknown) {
    super(`A row violates the foreign key ${constraint}`, { cause });
    this.constraint = constraint;
  }
}

/** The statement may have been executed. A later attempt may succeed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
  }
}

/** Reads still work. Writes will work again when there is space. */
export class DiskFullError extends DatabaseUnavailableError {
  override readonly message = 'The disk of the database is full';
}

export class ListenRefusedError extends Error {
  override readonly name = 'ListenRefusedError';
  constructor(cause: unknown) {
    super(`LISTEN is refused: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** All connections were in use for too long. Nothing was executed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  constructor(reason: string, cause?: unknown) {
    super(`The database is busy: ${reason}`, { cause });
  }
}

/** A conflict rolled back the whole transaction, which can be repeated. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
  constructor(cause: unknown) {
    super('A transaction was rolled back because it conflicted with another one', { cause });
  }
}

export class TransactionTimeoutError extends Error {
  override readonly name = 'TransactionTimeoutError';
  constructor(timeoutMs: number) {
    super(`A transaction was rolled back: it took longer than ${timeoutMs} ms`);
  }
}

/** A bug: a transaction's callback used the database instead of its `tx`. */
export class OuterDatabaseError extends Error {
  override readonly name = 'OuterDatabaseError';
  constructor() {
    super(
      'Use the tx of the open transaction, not the database: the call would wait for its own transaction',
    );
  }
}

/** A bug: `tx` was used after its transaction had ended. */
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
const UNAVAILABLE_CLASSES = ['08', '53', '57'];
/** serialization_failure, which distributed engines report often, and deadlock_detected. */
const CONTENTION = ['40001', '40P01'];

interface ServerErrorFields {
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
}

export function translateServerError(error: Error & ServerErrorFields): Error {
  const code = error.code ?? '';
  if (code === UNIQUE_VIOLATION) return new UniqueViolationError(error.constraint ?? '', error);
  if (code === FOREIGN_KEY_VIOLATION) return new ForeignKeyViolationError(error.constraint ?? '', error);
  if (code === DISK_FULL) return new DiskFullError(error);
  if (CONTENTION.includes(code)) return new ContentionError(error);
  if (code === TOO_MANY_CONNECTIONS) return new BusyError('PostgreSQL accepts no more connections', error);
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

export function endsTransaction(error: unknown): boolean {
  return ENDING.some((type) => error instanceof type);
}

export async function onceMore<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ContentionError) return run();
    throw error;
  }
}
