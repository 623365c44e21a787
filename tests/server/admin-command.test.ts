import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { adminCommand } from '../../server/admin/admin-command.ts';
import { helpIn } from '../../server/admin/help.ts';
import { UsageError } from '../../server/config/usage-error.ts';
import { runToEnd } from '../support/server/server-process.ts';

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

describe('the help', () => {
  it.each([[['--help']], [['help']], [['-h']], [['create-user', '--help']]])(
    '%j names every command',
    (words) => {
      const help = helpIn(words) ?? '';
      expect(help).toMatch(/^Usage: npm run admin/);
      for (const command of [
        'create-company',
        'list-companies',
        'set-plan',
        'create-user',
        'list-users',
        'reset-password',
        'deactivate-user',
        'activate-user',
        'backup',
        'restore',
        'new-epoch',
        'move-to-postgres',
      ]) {
        expect(help).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
      }
    },
  );

  it.each([
    [['backup', '--help'], 'Usage: npm run backup -- --to'],
    [['restore', '-h'], 'Usage: npm run restore -- --from'],
    [['move-to-postgres', '--help'], 'Usage: npm run admin -- move-to-postgres'],
  ])('%j tells of that command', (words, usage) => {
    expect(helpIn(words)).toContain(usage);
  });

  it('is given to nobody who did not ask', () => {
    expect(helpIn(['list-companies'])).toBeUndefined();
    expect(helpIn([])).toBeUndefined();
  });

  it('is printed without a database, and is no failure', async () => {
    const { code, stdout, stderr } = await runToEnd('admin', ['--help'], {
      env: { DATA_DIR: 'no-such-data' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('backup           --to <folder or file>');
    expect(existsSync('no-such-data')).toBe(false);
  });
});
