import { collectionName, type ResourceLabel, type ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';

interface Kind extends ResourceLabel {
  /** '/api/v1/estimates/estimates/' */
  readonly path: string;
  /** 'an estimate' */
  readonly one: string;
}

export function kindOf(resource: ResourceName): Kind {
  const { label, path } = specOf(resource);
  const article = /^[aeiou]/.test(label.noun) ? 'an' : 'a';
  return { ...label, path, one: `${article} ${label.noun}` };
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'work-orders.create' */
export function prefixOf(resource: ResourceName, name: string): string {
  return `${collectionName(specOf(resource))}.${name}`;
}
