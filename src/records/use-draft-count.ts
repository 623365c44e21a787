import { liveRead } from './live-read.ts';
import { useRecordServices } from './records-context.ts';

const useCountOf = liveRead((relaxed) => relaxed.drafts.count());

/** How many forms have something in them that is not saved, in any tab, live. Undefined until the device has answered. */
export function useDraftCount(): number | undefined {
  return useCountOf(useRecordServices().db);
}
