export type Problem =
  /** Not a file of unsent work. */
  | 'foreign'
  | 'cut'
  | 'damaged'
  | 'newer'
  | 'needsPassphrase'
  | 'wrongPassphrase'
  | 'cannotDecrypt'
  | 'otherServer'
  | 'otherUser'
  /** The person stopped the load. */
  | 'stopped'
  /** Storage took only the first changes. Loading the file again brings the others. */
  | 'partly'
  /** Storage refused the load. */
  | 'full'
  | 'notStored';

export class RescueError extends Error {
  override readonly name = 'RescueError';
  readonly problem: Problem;
  /** The server or the user of the file, if it is another's. */
  readonly from: string;

  constructor(problem: Problem, { from = '', ...options }: ErrorOptions & { readonly from?: string } = {}) {
    super(problem, options);
    this.problem = problem;
    this.from = from;
  }
}
