import type { ReadyFacts, ReadyLine, ReadyTodo } from '../../domain/ready.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { clockWords } from '../../ui/text/clock-words.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { formatBytes, listed } from '../../ui/text/format-values.tsx';
import { formatCount } from '../../words/formats.ts';
import { readyTodos, readyWords } from '../../words/ready.ts';
import { heldSentences } from '../../words/sync.ts';

/** The one thing to do, as a sentence. */
export function todoWords(todo: ReadyTodo, facts: ReadyFacts): string {
  const { data, session, room, stuck, clockAhead, at } = facts;
  switch (todo) {
    case 'held':
      return heldWords(data?.held ?? 'unreachable');
    case 'unread':
      return readyTodos.unread({
        lists: listed((data?.unread ?? []).map((name) => resourceSpecs[name].label.plural)),
      });
    case 'photos':
      return data && data.missingPhotos > 0
        ? readyTodos.photos({ count: data.missingPhotos })
        : readyTodos.unlisted({ count: formatCount(data?.unlistedJobs ?? 0) });
    case 'sessionEnds':
      return readyTodos.sessionEnds({ time: formatMoment(session?.endsAt ?? at, at) });
    case 'full':
      return readyTodos.full({ size: formatBytes(room?.free ?? 0) });
    case 'stuck':
      return readyTodos.stuck({ count: stuck ?? 0 });
    case 'clock':
      return clockWords(clockAhead ?? 0);
    default:
      return readyTodos[todo];
  }
}

/** Those that end by themselves say nothing to do. */
function heldWords(held: keyof typeof heldSentences): string {
  if (held === 'captivePortal') return `${heldSentences[held]} ${readyTodos.network}`;
  const isPersons = held === 'signedOut' || held === 'appFault' || held === 'storageFull';
  return isPersons ? heldSentences[held] : `${heldSentences[held]} ${readyTodos.later}`;
}

/** What is known about a line without a fault, and what is not. */
export function findingWords(line: ReadyLine, facts: ReadyFacts, isSiteOnIos: boolean): readonly string[] {
  const { data, app, session, room, at } = facts;
  switch (line) {
    case 'data':
      return data ? dataWords(data, at) : [];
    case 'app':
      return [app === 'stored' ? readyWords.stored : readyWords.current];
    case 'session':
      return [
        typeof session?.endsAt === 'number'
          ? readyWords.until({ time: formatMoment(session.endsAt, at) })
          : readyWords.notTold,
      ];
    case 'room':
      return [
        typeof room?.free === 'number'
          ? readyWords.free({ size: formatBytes(room.free) })
          : readyWords.roomNotTold,
        room?.promised ? readyWords.promised : readyWords.notPromised,
        ...(isSiteOnIos ? [readyWords.sevenDays] : []),
      ];
    case 'stuck':
      return [readyWords.noneStuck];
    case 'clock':
      return [readyWords.clockFits];
    default:
      return line satisfies never;
  }
}

function dataWords(
  { records, jobs, readAt }: NonNullable<ReadyFacts['data']>,
  at: number,
): readonly string[] {
  const read = readyWords.records({ count: records, time: formatMoment(readAt ?? at, at) });
  return [read, jobs === null ? readyWords.noName : readyWords.jobs({ count: jobs })];
}
