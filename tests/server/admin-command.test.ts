import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { adminCommand } from '../../server/admin/admin-command.ts';
import { UsageError } from '../../server/run-program.ts';

const NEW_USER = ['create-user', '--company', '1', '--username', 'ann'];

describe('the words of the admin command', () => {
  it.each([
    [[], 'Usage:'],
    [['drop-company'], 'Usage:'],
    [['create-company'], '--name is missing'],
    [['create-company', '--name', ' '], '--name is missing'],
    [['create-company', 'Acme'], 'Usage:'],
    [
      ['create-company', '--name', 'Acme', '--plan', 'gold'],
      'There is no plan "gold". Plans: starter, professional,',
    ],
    [['set-plan', '--company', '1'], '--plan is missing'],
    [['list-users'], '--company is missing'],
    [['deactivate-user'], '--username is missing'],
    [['reset-password', '--username', 'ann', '--password-stdin'], '8 characters or more'],
    [['create-user', '--username', 'ann'], '--company is missing'],
    [['create-user', '--company', '1'], '--username is missing'],
    [[...NEW_USER, '--password', 'argv'], "Unknown option '--password'"],
    [[...NEW_USER, '--password-stdin'], '8 characters or more'],
  ])('%j are refused with the reason, before a database is opened', async (words, reason) => {
    const refused = adminCommand(words, Readable.from(['short\n']));
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(reason);
  });

  it('take a password from standard input, and never wait for one that was not announced', async () => {
    await expect(
      adminCommand([...NEW_USER, '--password-stdin'], Readable.from(['long enough\n'])),
    ).resolves.toBeTypeOf('function');
    const silent = new Readable({ read: () => undefined });
    await expect(adminCommand(NEW_USER, silent)).resolves.toBeTypeOf('function');
  });
});
