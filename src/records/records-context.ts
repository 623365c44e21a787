import { createContext, useContext } from 'react';
import type { RecordServices } from './record-services.ts';

/** Filled by the app for as long as somebody is signed in. */
export const RecordsContext = createContext<RecordServices | null>(null);

export function useRecordServices(): RecordServices {
  const services = useContext(RecordsContext);
  if (!services) throw new Error('Records are read outside of a signed-in account.');
  return services;
}
