import { Button } from '@mantine/core';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { requestPull, usePullStatus } from '../../records/use-sync-status.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { failedToWords } from '../../words/common.ts';
import { recordScreenWords } from '../../words/record.ts';
import css from './record-screen.module.css';

interface Props {
  readonly resource: ResourceName;
  /** The record was deleted while it was shown. */
  readonly wasThere: boolean;
}

export function RecordMissing({ resource, wasThere }: Props) {
  const services = useRecordServices();
  const { label } = resourceSpecs[resource];
  const pull = usePullStatus(resource);
  const error = pull?.error ?? null;
  const nouns = label.plural.toLowerCase();
  const why =
    pull?.pulledAt === null ? recordScreenWords.notAllHere({ records: nouns }) : recordScreenWords.whyNotHere;
  return (
    <>
      <h1 className={css.unknown}>{label.title}</h1>
      {!wasThere && error !== null ? (
        <ErrorAlert
          lines={failedFetch(resource, error)}
          action={
            <Button variant="default" onClick={() => void requestPull(services, resource)}>
              {recordScreenWords.retry}
            </Button>
          }
        />
      ) : (
        <div role={wasThere ? 'alert' : undefined}>
          <EmptyState
            title={wasThere ? recordScreenWords.deleted({ noun: label.noun }) : recordScreenWords.notHere}
          >
            {wasThere ? recordScreenWords.deletedMeanwhile : why}
          </EmptyState>
        </div>
      )}
    </>
  );
}

/** A record is fetched with its list, so the list's error is also the record's. */
function failedFetch(resource: ResourceName, error: string): readonly string[] {
  const { noun, plural } = resourceSpecs[resource].label;
  const [one, all] = [
    failedToWords.fetch({ what: noun }),
    failedToWords.fetch({ what: plural.toLowerCase() }),
  ];
  return error.startsWith(all) ? [one + error.slice(all.length)] : [one, error];
}
