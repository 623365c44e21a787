import { describeEveryContract } from '../support/contract/every-contract.ts';
import { build, listen } from '../support/server/server.ts';

describeEveryContract({
  name: 'our server',
  async start() {
    const server = await build();
    await server.account('ann');
    const { fetch } = await listen(server);
    return { fetch, close: () => server.close() };
  },
  credentials: { username: 'ann', password: "ann's password" },
});
