import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ShownRecord } from '../../db/live-collection.ts';
import type { FindAnswer, FindQuestion } from '../../domain/find/find.ts';
import { useRecordServices } from '../record-services.ts';
import { Finder } from './finder.ts';

export type RecordAnswer = FindAnswer<ShownRecord>;

/** `question` is compared by identity: memoize it. */
export function useFind(question: FindQuestion): RecordAnswer {
  const services = useRecordServices();
  const [finder] = useState(() => new Finder(services));
  useEffect(() => finder.start(), [finder]);
  useEffect(() => finder.ask(question), [finder, question]);
  return useSyncExternalStore(finder.subscribe, finder.getSnapshot);
}
