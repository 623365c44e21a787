import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';
import { errorCode } from './error-code.ts';

const FILE = '.env';

/**
 * Adds the variables of the working folder's `.env`. A variable that is already set wins, even a blank one. Throws a
 * `ConfigError` for an invalid line, which Node would skip silently.
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
    // Some Windows editors begin a file with a byte order mark.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    if (code === 'ENOENT') return '';
    throw new ConfigError(`${file} exists but cannot be read (${code})`);
  }
}

/**
 * Does not repeat the line, which may hold a password. Values may not span lines: after a forgotten closing
 * quote, a value would swallow the next variables.
 */
function faultIn(text: string): string | undefined {
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const value = /^(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(.*)$/.exec(trimmed)?.[1];
    const where = `line ${at + 1} is not understood`;
    if (value === undefined) return `${where}: each line must be NAME=value or begin with #`;
    const [quote = ''] = value;
    if (/["'`]/.test(quote) && !value.includes(quote, 1)) {
      return `${where}: its value begins with a quote that is not closed on the same line`;
    }
  }
  return undefined;
}
