import { expect, test, vi } from 'vitest';
import { watchInstallPrompt } from '../../src/app/pwa/install-prompt.ts';

function offer(): { event: Event; prompt: ReturnType<typeof vi.fn> } {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  const prompt = vi.fn<() => Promise<void>>(async () => {});
  Object.assign(event, { prompt });
  dispatchEvent(event);
  return { event, prompt };
}

test('what the browser offers is kept for later, and shown once', async () => {
  const install = watchInstallPrompt();
  const changed = vi.fn<() => void>();
  install.subscribe(changed);
  await install.install();
  expect(install.getSnapshot()).toBe('none');
  const { event, prompt } = offer();
  expect(event.defaultPrevented).toBe(true);
  expect(install.getSnapshot()).toBe('offered');
  await install.install();
  await install.install();
  expect(prompt).toHaveBeenCalledOnce();
  expect(install.getSnapshot()).toBe('none');
  expect(changed).toHaveBeenCalledTimes(2);
});

test('an app that was installed is offered no more', () => {
  const install = watchInstallPrompt();
  offer();
  dispatchEvent(new Event('appinstalled'));
  expect(install.getSnapshot()).toBe('installed');
});
