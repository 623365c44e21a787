import { USAGE } from './admin-options.ts';
import { BACKUP_USAGE, MOVE_USAGE, RESTORE_USAGE } from './backup-command.ts';

export function helpIn(words: readonly string[]): string | undefined {
  const [command] = words;
  if (command !== 'help' && !words.includes('--help') && !words.includes('-h')) return undefined;
  switch (command) {
    case 'backup':
      return BACKUP_USAGE;
    case 'restore':
      return RESTORE_USAGE;
    case 'move-to-postgres':
      return MOVE_USAGE;
    default:
      return USAGE;
  }
}
