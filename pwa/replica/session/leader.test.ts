import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { campaignForLeadership } from './leader.ts';

/** The part of Web Locks that the election uses: one holder, a queue, stealing. */
class OneLock {
  private holder: { reject(reason: Error): void } | null = null;
  private readonly queue: (() => void)[] = [];

  request(
    _name: string,
    options: { steal?: boolean; signal?: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        if (options.signal?.aborted) return this.next();
        const ownRequest = { reject };
        this.holder = ownRequest;
        hold().then(() => {
          resolve();
          if (this.holder === ownRequest) this.next();
        }, reject);
      };
      if (options.steal) {
        this.holder?.reject(new DOMException('The lock was stolen.', 'AbortError'));
        take();
      } else if (this.holder) this.queue.push(take);
      else take();
    });
  }

  private next(): void {
    this.holder = null;
    this.queue.shift()?.();
  }
}

let clock = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

let clusterCount = 0;
function tabs() {
  const lock = new OneLock();
  const name = `leader-${clusterCount++}`;
  const open = (visible: boolean) => {
    const terms: AbortSignal[] = [];
    const locks = { request: lock.request.bind(lock), query: async () => ({}) } as LockManager;
    const tab = campaignForLeadership({
      name,
      locks,
      visible: () => visible,
      now: () => clock,
      lead: (until) => terms.push(until),
    });
    return { ...tab, leads: () => terms.some((term) => !term.aborted) };
  };
  return { open };
}

describe('the leader tab', () => {
  test('is one of several, and another takes over when it closes', async () => {
    const { open } = tabs();
    const [first, second] = [open(true), open(true)];
    expect([first.leads(), second.leads()]).toEqual([true, false]);
    first.stop();
    await vi.waitFor(() => expect([first.leads(), second.leads()]).toEqual([false, true]));
    second.stop();
  });

  test('loses its place to a visible tab when it is frozen, and not to a hidden one', async () => {
    const { open } = tabs();
    const [frozen, hidden, visible] = [open(false), open(false), open(true)];
    vi.advanceTimersByTime(0);
    clock += 11_000;
    // The visible tab has heard no heartbeat for 11 s when it checks.
    vi.advanceTimersByTime(3_000);
    await vi.waitFor(() =>
      expect([frozen.leads(), hidden.leads(), visible.leads()]).toEqual([false, false, true]),
    );
    for (const tab of [frozen, hidden, visible]) tab.stop();
  });

  test('is every tab where the browser has no Web Locks', () => {
    const terms: AbortSignal[] = [];
    const tab = campaignForLeadership({
      name: 'none',
      visible: () => true,
      now: () => 0,
      lead: (until) => terms.push(until),
    });
    expect(tab.isLeader()).toBe(true);
    tab.stop();
    expect(terms.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
