import { Button } from '@mantine/core';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { requestPull } from '../../records/requests.ts';
import css from './sync-screen.module.css';

/** A row that a question is about and that has yet to come to this device. */
export function NotFetched({ resource }: { readonly resource: ResourceName }) {
  const services = useRecordServices();
  const { noun, plural } = resourceSpecs[resource].label;
  return (
    <>
      <p className={css['hint']}>A {noun} on the server looks like it. This device has not fetched it yet.</p>
      <div className={css['ways']}>
        <Button variant="default" onClick={() => void requestPull(services, resource)}>
          Fetch {plural.toLowerCase()}
        </Button>
      </div>
    </>
  );
}
