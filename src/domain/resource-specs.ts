import { fieldLabels } from '../words/common.ts';
import { attachmentSpec } from './attachment.ts';
import { customerSpec } from './customer.ts';
import { estimateSpec } from './estimate.ts';
import { type FieldType, initialValue } from './field.ts';
import { projectSpec } from './project.ts';
import type {
  Fields,
  FieldValue,
  KindRecords,
  RecordKind,
  ResourceName,
  ResourceRecords,
  ResourceSpec,
} from './resource-spec.ts';
import { workOrderSpec } from './work-order.ts';

type ResourceSpecs = { readonly [N in ResourceName]: ResourceSpec<ResourceRecords[N]> };

export const resourceSpecs: ResourceSpecs = {
  customers: customerSpec,
  projects: projectSpec,
  estimates: estimateSpec,
  workOrders: workOrderSpec,
};

export const RESOURCE_NAMES = Object.keys(resourceSpecs) as readonly ResourceName[];

const recordSpecs: { readonly [N in RecordKind]: ResourceSpec<KindRecords[N]> } = {
  ...resourceSpecs,
  attachments: attachmentSpec,
};

export const RECORD_KINDS = Object.keys(recordSpecs) as readonly RecordKind[];

/** Returns false for kinds without a list of their own. */
export function isListed(kind: RecordKind): kind is ResourceName {
  return kind in resourceSpecs;
}

/** For code that serves every kind. */
export function specOf(resource: RecordKind): ResourceSpec<Record<string, FieldValue>> {
  return recordSpecs[resource] as unknown as ResourceSpec<Record<string, FieldValue>>;
}

export function fieldsOfType(resource: RecordKind, type: FieldType): readonly string[] {
  const { fields, fieldNames } = specOf(resource);
  return fieldNames.filter((field) => fields[field]?.type === type);
}

export function choicesOf(resource: RecordKind, field: string): readonly string[] {
  const known = specOf(resource).fields[field];
  return known?.type === 'choice' ? known.choices : [];
}

/** A generated field counts only if it is empty. */
export function blankFields(resource: RecordKind, values: Fields): readonly string[] {
  const { fields, sameValue } = specOf(resource);
  return Object.entries(fields).flatMap(([name, field]) =>
    sameValue(name, values[name], initialValue(field)) ? [name] : [],
  );
}

/** Done or canceled. */
export function isOver(resource: RecordKind, status: string): boolean {
  return specOf(resource).closed?.includes(status) ?? false;
}

export function fieldsTo(resource: RecordKind, to: RecordKind): string[] {
  return specOf(resource)
    .references.filter((reference) => reference.to === to)
    .map(({ field }) => field);
}

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(fieldLabels));

export function fieldLabel(field: string): string {
  return LABELS.get(field) ?? field;
}
