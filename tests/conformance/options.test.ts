import { describe, expect, it } from 'vitest';
import { readOptions } from '../../conformance/options.ts';

const needed = ['--url', 'https://crm.example.com', '--username', 'demo'];
const read = (words: readonly string[], env: NodeJS.ProcessEnv = { CONFORMANCE_PASSWORD: 'secret' }) =>
  readOptions([...needed, ...words], env);

describe('how the conformance command is called', () => {
  it('with an address, a name and a password', () => {
    expect(read(['--password', 'other'])).toMatchObject({
      url: 'https://crm.example.com',
      username: 'demo',
      password: 'other',
      origin: null,
      pauseMs: 250,
      mostPages: 40,
    });
  });

  it('with the password where no shell keeps it', () => {
    expect(read([])?.password).toBe('secret');
    expect(read(['--password-stdin'])?.password).toBeNull();
  });

  it('with an address that has a path, or a slash too many', () => {
    expect(
      readOptions(['--url', 'http://host:8000/crm/', '--username', 'a', '--password', 'b'], {})?.url,
    ).toBe('http://host:8000/crm');
  });

  it('for help', () => {
    expect(readOptions(['--help'], {})).toBeNull();
  });

  it.each([
    [['--username', 'demo'], '--url is missing.'],
    [['--url', 'crm.example.com'], '--url has to be an address such as https://crm.example.com'],
    [['--url', 'https://crm.example.com?x=1'], '--url has to be an address'],
    [['--url', 'https://crm.example.com'], '--username is missing.'],
    [needed, '--password is missing.'],
    [[...needed, '--password', 'x', '--origin', 'app'], '--origin has to be an address'],
    [
      [...needed, '--password', 'x', '--origin', 'https://app.example.com/crm'],
      '--origin must have no path: https://app.example.com',
    ],
    [[...needed, '--password', 'x', '--only', 'nothing'], '--only nothing matches no check.'],
    [[...needed, '--slow'], '--slow'],
  ])('%j is refused in words', (words, message) => {
    expect(() => readOptions(words, {})).toThrow(message);
  });
});
