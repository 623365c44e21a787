import { customersContract } from './contract/customers-contract.ts';
import { describeResourceContract } from './contract/resource-contract.ts';
import { FakeBackend } from './fake-backend.ts';

describeResourceContract({
  ...customersContract,
  name: 'the customers of the server in memory keep the plain contract',
  async start() {
    const backend = new FakeBackend();
    return {
      fetch: (path, init) => backend.fetch(`${backend.origin}${path}`, init),
      close: async () => {},
    };
  },
  credentials: { username: 'demo', password: 'restoration' },
});
