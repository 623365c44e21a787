import { describeEveryContract } from './contract/every-contract.ts';
import { FakeBackend } from './fake-backend.ts';

describeEveryContract({
  name: 'the server in memory',
  async start() {
    const backend = new FakeBackend();
    return {
      fetch: (path, init) => backend.fetch(`${backend.origin}${path}`, init),
      close: async () => {},
    };
  },
  credentials: { username: 'demo', password: 'restoration' },
});
