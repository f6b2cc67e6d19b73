/** Election of the one tab of a membership that communicates with the server; the others follow it. */
export interface Leadership {
  isLeader(): boolean;
  stop(): void;
}

export interface LeaderParts {
  name: string;
  /** This tab leads from now on, until the signal aborts. */
  lead(until: AbortSignal): void;
  visible(): boolean;
  now(): number;
  locks?: LockManager | undefined;
}

const HEARTBEAT_MS = 3_000;
const FROZEN_MS = 10_000;

/**
 * Campaign for leadership with a Web Lock. A frozen tab keeps its lock, so a visible tab that has heard no
 * heartbeat for 10 s steals it: sending twice is harmless. Without Web Locks every tab leads.
 */
export function campaignForLeadership(parts: LeaderParts): Leadership {
  const stopped = new AbortController();
  if (!parts.locks) {
    parts.lead(stopped.signal);
    return { isLeader: () => true, stop: () => stopped.abort() };
  }
  const locks = parts.locks;
  const channel = new BroadcastChannel(`leader:${parts.name}`);
  let leading: AbortController | null = null;
  let heardAt = parts.now();
  channel.onmessage = () => {
    heardAt = parts.now();
  };
  const hold = () => {
    const term = new AbortController();
    leading = term;
    parts.lead(AbortSignal.any([term.signal, stopped.signal]));
    return new Promise<void>((release) =>
      stopped.signal.addEventListener('abort', () => release(), { once: true }),
    );
  };
  const ask = (steal: boolean) => {
    locks
      .request(`sync:${parts.name}`, steal ? { steal: true } : { signal: stopped.signal }, hold)
      .catch(() => {
        // A visible tab stole the lock, or the leader stopped: this tab queues for the lock again.
        leading?.abort();
        leading = null;
        heardAt = parts.now();
        if (!stopped.signal.aborted) ask(false);
      });
  };
  ask(false);
  const timer = setInterval(() => {
    if (leading) channel.postMessage('alive');
    else if (parts.visible() && parts.now() - heardAt > FROZEN_MS) {
      heardAt = parts.now();
      ask(true);
    }
  }, HEARTBEAT_MS);
  stopped.signal.addEventListener('abort', () => {
    clearInterval(timer);
    channel.close();
  });
  return { isLeader: () => leading !== null, stop: () => stopped.abort() };
}
