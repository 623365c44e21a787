import { adminCommand } from './admin/admin-command.ts';
import { processEnvironment, readConfig } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import { runProgram } from './run-program.ts';

await runProgram(async () => {
  // Before the database is opened: a mistyped command should not cost a start.
  const run = await adminCommand(process.argv.slice(2), process.stdin);
  const db = await openDatabase(readConfig(processEnvironment()), () => undefined);
  try {
    process.stdout.write(`${await run(db)}\n`);
  } finally {
    await db.close();
  }
});
