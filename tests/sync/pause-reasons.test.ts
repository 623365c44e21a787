import { describe, expect, it } from 'vitest';
import { PAUSE_REASONS, type PauseReason } from '../../src/domain/answer.ts';
import { type Lift, lifted, mayReach, raise } from '../../src/sync/engine/pause-reasons.ts';

const LIFTS: readonly Lift[] = ['contact', 'online', 'signIn', 'time', 'space', 'person'];

describe('pause reasons', () => {
  it.each<[PauseReason, readonly Lift[]]>([
    ['offline', ['contact', 'online']],
    ['unreachable', ['contact']],
    ['captivePortal', ['contact']],
    ['serverProblem', ['contact']],
    ['signedOut', ['signIn']],
    ['throttled', ['time']],
    ['storageFull', ['space']],
    ['appFault', ['person']],
  ])('[P59] %s is lifted by %j and by nothing else', (reason, lifts) => {
    expect(LIFTS.filter((lift) => lifted([reason], lift).length === 0)).toEqual(lifts);
  });

  it('[P59] any number of them hold at once, each once, in one order', () => {
    const all = [...PAUSE_REASONS].reverse().reduce<readonly PauseReason[]>(raise, []);
    expect(all).toEqual(PAUSE_REASONS);
    expect(raise(all, 'offline')).toBe(all);
    expect(lifted(all, 'contact')).toEqual(['signedOut', 'throttled', 'storageFull', 'appFault']);
  });

  it('[P59] a cause that ends none of them changes nothing', () => {
    const reasons: readonly PauseReason[] = ['throttled'];
    expect(lifted(reasons, 'contact')).toBe(reasons);
  });

  it.each<[PauseReason, boolean]>([
    ['offline', true],
    ['unreachable', true],
    ['captivePortal', true],
    ['serverProblem', true],
    ['signedOut', false],
    ['throttled', false],
    ['storageFull', false],
    ['appFault', false],
  ])('[P59] %s: the server is tried meanwhile: %s', (reason, reaches) => {
    expect(mayReach([reason])).toBe(reaches);
    expect(mayReach(['unreachable', reason])).toBe(reaches);
    expect(mayReach([])).toBe(true);
  });
});
