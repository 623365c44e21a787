import { adminCommand } from './admin/admin-command.ts';
import { backupCommand } from './admin/backup-command.ts';
import { helpIn } from './admin/help.ts';
import { readConfig } from './config/config.ts';
import { processEnvironment } from './config/environment.ts';
import { openDatabase } from './db/open-database.ts';
import { runProgram } from './process/run-program.ts';

await runProgram(async () => {
  const words = process.argv.slice(2);
  const help = helpIn(words);
  if (help !== undefined) {
    process.stdout.write(`${help}\n`);
    return;
  }
  const runBackup = backupCommand(words);
  if (runBackup) {
    process.stdout.write(`${await runBackup(readConfig(processEnvironment()))}\n`);
    return;
  }
  // Parsed before the database opens, so that a mistyped command fails at once.
  const run = await adminCommand(words, process.stdin);
  // Not reported here: if the database fails, so does the next query.
  const events = { onIdleError: () => undefined, onLost: () => undefined };
  const db = await openDatabase(readConfig(processEnvironment()), events);
  try {
    process.stdout.write(`${await run(db)}\n`);
  } finally {
    await db.close();
  }
});
