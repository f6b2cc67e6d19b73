import { startFaultProxy } from '#pwa/testing/fault-proxy.ts';

/** A device's only way to the server; it stays the same origin whatever happens behind it. */
export interface Wire {
  origin: string;
  /** Nothing gets through, and what was open is broken. */
  cut(): void;
  /** Connections are taken and never answered, as behind a dead access point. */
  halfOpen(): void;
  /** Every connection takes its time. */
  delay(): void;
  mend(): void;
  /**
   * Requests to a path of the API get lost from now on, or are answered and the answer gets lost; all others pass.
   * Here and not by a route of Playwright's, which stands between a page and its service worker.
   */
  lose(path: string, loss: 'request lost' | 'response lost'): void;
  loseNothing(): void;
  /** Another server takes the place of the one behind this wire. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** Lays a wire to the server on a local port. Its origin is `localhost`, where service workers are allowed. */
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
