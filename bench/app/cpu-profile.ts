import type { CDPSession } from '@playwright/test';

const SAMPLE_US = 500;
/** The profiler's name for time without scripts. */
const IDLE = '(idle)';

export interface Share {
  /** A function and its file. */
  readonly name: string;
  readonly ms: number;
}

interface Sample {
  /** In ms since the page's navigation, as `performance.now`. */
  readonly at: number;
  readonly ms: number;
  /** The running function and its callers, innermost first. */
  readonly stack: readonly string[];
}

export class CpuProfile {
  readonly #samples: readonly Sample[];

  private constructor(samples: readonly Sample[]) {
    this.#samples = samples;
  }

  /** Records while `work` runs. The page must not navigate meanwhile. */
  static async during(cdp: CDPSession, work: () => Promise<void>): Promise<CpuProfile> {
    await cdp.send('Profiler.enable');
    await cdp.send('Performance.enable');
    await cdp.send('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    await cdp.send('Profiler.start');
    await work();
    const { profile } = await cdp.send('Profiler.stop');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const navigated = metrics.find(({ name }) => name === 'NavigationStart')?.value ?? Number.NaN;
    const stacks = stacksOf(profile.nodes);
    const deltas = profile.timeDeltas ?? [];
    let at = profile.startTime;
    const samples = (profile.samples ?? []).map((id, index) => {
      at += deltas[index] ?? 0;
      const ms = (deltas[index + 1] ?? 0) / 1000;
      return { at: at / 1000 - navigated * 1000, ms, stack: stacks.get(id) ?? [] };
    });
    return new CpuProfile(samples);
  }

  /** Returns the time of functions without their callees. `from` and `to` are in ms since the navigation. */
  selfTimes(from: number, to: number, count: number): readonly Share[] {
    return this.#shares(from, to, count, ([innermost]) => (innermost === undefined ? [] : [innermost]));
  }

  /** Returns the time of functions with their callees. */
  totalTimes(from: number, to: number, count: number): readonly Share[] {
    return this.#shares(from, to, count, (stack) => new Set(stack));
  }

  #shares(
    from: number,
    to: number,
    count: number,
    named: (stack: readonly string[]) => Iterable<string>,
  ): readonly Share[] {
    const times = new Map<string, number>();
    for (const { at, ms, stack } of this.#samples) {
      if (at + ms < from || at > to || stack[0] === IDLE) continue;
      for (const name of named(stack)) times.set(name, (times.get(name) ?? 0) + ms);
    }
    const shares = [...times].map(([name, ms]) => ({ name, ms }));
    return shares.sort((a, b) => b.ms - a.ms).slice(0, count);
  }
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: number[];
}

function stacksOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, readonly string[]> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]));
  return new Map(
    nodes.map(({ id }) => {
      const stack: string[] = [];
      for (let one: number | undefined = id; one !== undefined; one = parents.get(one)) {
        const name = names.get(one);
        if (name !== undefined && name !== '(root)') stack.push(name);
      }
      return [id, stack];
    }),
  );
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  if (url === '') return functionName;
  const file = url
    .split('/')
    .at(-1)
    ?.replace(/-[\w-]{8}\.js$/, '.js');
  return `${functionName || '(unnamed)'} ${file}:${lineNumber + 1}`;
}
