import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';

const FILE = '.env';

/**
 * The environment of this process, with what a file `.env` in the working folder adds to it. A variable that the
 * environment has, also a blank one, beats the file's. Throws a `ConfigError` where the file cannot be read, or has a
 * line that is not understood: Node itself would leave it out without a word.
 */
export function processEnvironment(): NodeJS.ProcessEnv {
  const text = textOf(FILE);
  const fault = faultIn(text);
  if (fault !== undefined) throw new ConfigError(`${FILE}, ${fault}`);
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
  return process.env;
}

function textOf(file: string): string {
  try {
    // Some editors on Windows begin a file with a mark that is no part of the first name.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return '';
    throw new ConfigError(`${file} is there and cannot be read (${code})`);
  }
}

/**
 * The first line that is not understood, and why. What stands in it is not repeated: it may be a password. A value in
 * quotes may go over several lines; none of ours does, and a quote that was forgotten would take the variables after it.
 */
function faultIn(text: string): string | undefined {
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const value = /^(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(.*)$/.exec(trimmed)?.[1];
    const where = `line ${at + 1} is not understood`;
    if (value === undefined) return `${where}: each line is NAME=value, or begins with #`;
    const [quote = ''] = value;
    if (/["'`]/.test(quote) && !value.includes(quote, 1)) {
      return `${where}: its value begins with a quote that does not end on that line`;
    }
  }
  return undefined;
}
