import { fieldLabels } from '../words/common.ts';
import { customerSpec } from './customer.ts';
import { estimateSpec } from './estimate.ts';
import { type FieldType, initialValue } from './field.ts';
import { projectSpec } from './project.ts';
import type { Fields, FieldValue, ResourceName, ResourceRecords, ResourceSpec } from './resource-spec.ts';
import { workOrderSpec } from './work-order.ts';

type ResourceSpecs = { readonly [N in ResourceName]: ResourceSpec<ResourceRecords[N]> };

export const resourceSpecs: ResourceSpecs = {
  customers: customerSpec,
  projects: projectSpec,
  estimates: estimateSpec,
  workOrders: workOrderSpec,
};

export const RESOURCE_NAMES = Object.keys(resourceSpecs) as readonly ResourceName[];

/** Returns a spec without its record type, for code that serves every kind. */
export function specOf(resource: ResourceName): ResourceSpec<Record<string, FieldValue>> {
  return resourceSpecs[resource] as unknown as ResourceSpec<Record<string, FieldValue>>;
}

/** Lists a kind's fields of one type. */
export function fieldsOfType(resource: ResourceName, type: FieldType): readonly string[] {
  const { fields, fieldNames } = specOf(resource);
  return fieldNames.filter((field) => fields[field]?.type === type);
}

/** Lists the choices of a field; none for a field of another type. */
export function choicesOf(resource: ResourceName, field: string): readonly string[] {
  const known = specOf(resource).fields[field];
  return known?.type === 'choice' ? known.choices : [];
}

/** Lists the fields that are as in a blank record. A field that is generated never is, unless it is blank. */
export function blankFields(resource: ResourceName, values: Fields): readonly string[] {
  const { fields, sameValue } = specOf(resource);
  return Object.entries(fields).flatMap(([name, field]) =>
    sameValue(name, values[name], initialValue(field)) ? [name] : [],
  );
}

/** Tells if a status ends the work: done or called off. */
export function isOver(resource: ResourceName, status: string): boolean {
  return specOf(resource).closed?.includes(status) ?? false;
}

/** Returns the names of the fields by which one kind of record refers to another. */
export function fieldsTo(resource: ResourceName, to: ResourceName): string[] {
  return specOf(resource)
    .references.filter((reference) => reference.to === to)
    .map(({ field }) => field);
}

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(fieldLabels));

/** Returns a field's label in its form; an unknown field keeps its name. */
export function fieldLabel(field: string): string {
  return LABELS.get(field) ?? field;
}
