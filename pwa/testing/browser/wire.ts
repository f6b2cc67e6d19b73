import { startFaultProxy } from '#pwa/testing/fault-proxy.ts';

/** A device's only connection to the server; its origin stays the same whatever is behind it. */
export interface Wire {
  origin: string;
  /** Block all traffic and break open connections. */
  cut(): void;
  /** Accept connections without ever answering, as behind a dead access point. */
  halfOpen(): void;
  /** Delay every connection. */
  delay(): void;
  mend(): void;
  /**
   * Lose requests to a path of the API from now on, or only their answers; all others pass. A route of
   * Playwright cannot do this, because it is between a page and its service worker.
   */
  lose(path: string, loss: 'request lost' | 'response lost'): void;
  loseNothing(): void;
  /** Replace the server behind this connection. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/**
 * Open a proxy to the server on a local port. Its origin is `localhost`, where service workers are allowed.
 */
export async function layWire(port: number): Promise<Wire> {
  const proxy = await startFaultProxy(port);
  return {
    origin: proxy.origin.replace('127.0.0.1', 'localhost'),
    cut: () => {
      proxy.decide = () => 'request lost';
      proxy.hangUp();
    },
    halfOpen: () => {
      proxy.decide = () => 'half open';
      proxy.hangUp();
    },
    delay: () => {
      proxy.decide = () => 'delay';
    },
    mend: () => {
      proxy.decide = () => 'none';
      proxy.hangUp();
    },
    lose: (path, loss) => {
      proxy.spoil = (firstLine) => (firstLine.split(' ')[1]?.split('?')[0] === path ? loss : null);
      proxy.hangUp();
    },
    loseNothing: () => {
      proxy.spoil = null;
      proxy.hangUp();
    },
    leadTo: (next) => {
      proxy.target = next;
      proxy.hangUp();
    },
    close: () => proxy.close(),
  };
}
