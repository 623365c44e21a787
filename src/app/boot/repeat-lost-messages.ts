/**
 * Has React go on when the browser brings back a page that it kept for the Back button. React sends itself a message
 * before each piece of work; WebKit loses one that is under way when the page is left, and React would wait for it for
 * ever: the address changes and the screen does not. One message too many does nothing.
 */
export function repeatLostMessages(): void {
  const { prototype } = MessagePort;
  const post = Reflect.get(prototype, 'postMessage') as (...message: unknown[]) => void;
  const ports = new Set<MessagePort>();
  // What says nothing but "go on" is React's (the package `scheduler`); nobody else here sends such a message.
  prototype.postMessage = function repeatable(this: MessagePort, ...message: unknown[]): void {
    if (message[0] === null) ports.add(this);
    Reflect.apply(post, this, message);
  };
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const port of ports) port.postMessage(null);
  });
}
