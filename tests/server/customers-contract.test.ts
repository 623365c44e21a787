import { customersContract } from '../support/contract/customers-contract.ts';
import { describeResourceContract } from '../support/contract/resource-contract.ts';
import { build, listen } from '../support/server.ts';

describeResourceContract({
  ...customersContract,
  name: 'the customers of our server keep the plain contract',
  async start() {
    const server = await build();
    await server.account('ann');
    const { fetch } = await listen(server);
    return { fetch, close: () => server.close() };
  },
  credentials: { username: 'ann', password: "ann's password" },
});
