import { afterEach, expect, test, vi } from 'vitest';
import { repeatLostMessages } from '../../src/app/boot/repeat-lost-messages.ts';

class Port {
  readonly sent: unknown[] = [];

  postMessage(message: unknown): void {
    this.sent.push(message);
  }
}

afterEach(() => vi.unstubAllGlobals());

function show(persisted: boolean): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

test("React's own messages are sent again on a page that comes back, and nobody else's are", () => {
  vi.stubGlobal('MessagePort', Port);
  repeatLostMessages();
  const [react, other] = [new Port(), new Port()];
  react.postMessage(null);
  other.postMessage('words');
  show(false);
  expect([react.sent, other.sent]).toEqual([[null], ['words']]);
  show(true);
  expect([react.sent, other.sent]).toEqual([[null, null], ['words']]);
});
