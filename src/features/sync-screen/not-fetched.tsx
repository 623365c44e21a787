import { Button } from '@mantine/core';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { requestPull } from '../../records/use-sync-status.ts';
import { compareWords } from '../../words/sync-screen.ts';
import css from './sync-screen.module.css';

/** A row that a question is about and that has yet to come to this device. */
export function NotFetched({ resource }: { readonly resource: ResourceName }) {
  const services = useRecordServices();
  const { noun, plural } = resourceSpecs[resource].label;
  return (
    <>
      <p className={css['hint']}>{compareWords.notFetched({ noun })}</p>
      <div className={css['ways']}>
        <Button variant="default" onClick={() => void requestPull(services, resource)}>
          {compareWords.fetch({ records: plural.toLowerCase() })}
        </Button>
      </div>
    </>
  );
}
