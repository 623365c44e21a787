// What is used of papaparse. Its own types are for Node as well, and bring all of Node's into the browser's code.
declare module 'papaparse' {
  export interface ParseError {
    readonly code: string;
  }

  interface Parser {
    abort(): void;
    pause(): void;
    resume(): void;
  }

  interface Options {
    readonly delimiter: string;
    /** In characters. */
    readonly chunkSize: number;
    readonly chunk: (
      results: { readonly data: readonly string[][]; readonly errors: readonly ParseError[] },
      parser: Parser,
    ) => void;
    /** Called after the last piece, and after `abort`. */
    readonly complete: () => void;
  }

  const papa: { parse(text: string, options: Options): void };
  export default papa;
}
