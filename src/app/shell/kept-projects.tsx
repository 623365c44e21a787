import { useEffect } from 'react';
import { useKeepsProjects } from '../../records/device-notes.ts';
import { useRecordServices } from '../../records/record-services.ts';

/** On every screen, because work orders are added to a project wherever the user is. */
export function KeptProjects() {
  const services = useRecordServices();
  const isNeeded = useKeepsProjects();
  useEffect(() => {
    if (!isNeeded) return;
    const over = new AbortController();
    import('../../records/kept-projects.ts')
      .then(({ followKeptProjects }) => {
        if (over.signal.aborted) return;
        over.signal.addEventListener('abort', followKeptProjects(services));
      })
      .catch((error: unknown) =>
        services.log.error('projects that are kept offline are not followed', error),
      );
    return () => over.abort();
  }, [services, isNeeded]);
  return null;
}
