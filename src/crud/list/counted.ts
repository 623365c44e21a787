import type { ResourceLabel } from '../../domain/resource-spec.ts';

const COUNT = new Intl.NumberFormat('en-US');

/** '1 customer', '1,204 customers'. */
export function counted(count: number, label: ResourceLabel): string {
  return `${COUNT.format(count)} ${count === 1 ? label.noun : label.plural.toLowerCase()}`;
}
