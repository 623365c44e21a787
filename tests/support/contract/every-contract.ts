import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { customersContract } from './customers-contract.ts';
import { estimatesContract } from './estimates-contract.ts';
import { projectsContract } from './projects-contract.ts';
import { type ContractTarget, describeResourceContract, type ResourceContract } from './resource-contract.ts';
import { workOrdersContract } from './work-orders-contract.ts';

const OTHERS: Readonly<Record<Exclude<ResourceName, 'customers'>, ResourceContract>> = {
  projects: projectsContract,
  estimates: estimatesContract,
  workOrders: workOrdersContract,
};

/** Tests a server with every kind of record. Each kind gets its own server. */
export function describeEveryContract(target: ContractTarget, customers = customersContract): void {
  for (const contract of [customers, ...Object.values(OTHERS)]) describeResourceContract(contract, target);
}
