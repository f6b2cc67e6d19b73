import { barcodeOf } from '#db/values/barcode-value.ts';

export type ScanSource = 'hand' | 'camera' | 'typed';

/** One scan as handlers get it. */
export interface Scan {
  /** Counts the scans of this page since it was opened, from 1. */
  n: number;
  /** The code in the lab's spelling. */
  code: string;
  /** What the scanner sent, control characters included. */
  raw: string;
  source: ScanSource;
  at: number;
  /** The same code was scanned a moment ago. */
  repeat: boolean;
}

/** Takes a scan; `false` passes it on to the handler below, anything else means that it was dealt with. */
export type ScanHandler = (scan: Scan) => unknown | Promise<unknown>;

/** A dialog lies above its page; what neither takes falls to the page's "scan anything". */
export type ScanLayer = 'anything' | 'page' | 'dialog';

export interface ScanBus {
  publish(raw: string, source: ScanSource): Scan | null;
  handle(handler: ScanHandler, layer?: ScanLayer): () => void;
  /** Hears every scan when it comes in, before it is dealt with. */
  hear(listener: (scan: Scan) => void): () => void;
  /** Scans that came in but are not dealt with yet. */
  waiting(): number;
}

export interface ScanBusOptions {
  repeatWindowMs: () => number;
  now?: () => number;
  onError?: (error: unknown, scan: Scan) => void;
}

interface Registered {
  handler: ScanHandler;
  rank: number;
  order: number;
}

const RANK: Record<ScanLayer, number> = { anything: 0, page: 1, dialog: 2 };

const offer = async (scan: Scan, handlers: readonly Registered[]): Promise<void> => {
  for (const { handler } of handlers) if ((await handler(scan)) !== false) return;
};

/** Marks a code that came within the window after the same code; the window slides with each repeat. */
const createRepeatWatch = (windowMs: () => number) => {
  const last = new Map<string, number>();
  return (code: string, at: number): boolean => {
    const before = last.get(code);
    last.set(code, at);
    for (const [old, seen] of last) if (at - seen > windowMs()) last.delete(old);
    return before !== undefined && at - before <= windowMs();
  };
};

/** One queue for every source of scans: they are dealt with one after another, in order, and none is dropped. */
export function createScanBus({ repeatWindowMs, now = Date.now, onError }: ScanBusOptions): ScanBus {
  const handlers: Registered[] = [];
  const listeners = new Set<(scan: Scan) => void>();
  const queue: Scan[] = [];
  const isRepeat = createRepeatWatch(repeatWindowMs);
  let count = 0;
  let registered = 0;
  let busy = false;

  const drain = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      while (handlers.length > 0) {
        const scan = queue[0];
        if (!scan) return;
        await offer(scan, [...handlers]).catch((error: unknown) => (onError ?? reportError)(error, scan));
        queue.shift();
      }
    } finally {
      busy = false;
    }
  };

  return {
    publish: (raw, source) => {
      const code = barcodeOf(raw);
      if (code === '') return null;
      const at = now();
      count += 1;
      const scan: Scan = {
        n: count,
        code,
        raw,
        source,
        at,
        repeat: isRepeat(code, at),
      };
      queue.push(scan);
      for (const listener of listeners) listener(scan);
      void drain();
      return scan;
    },
    handle: (handler, layer = 'page') => {
      registered += 1;
      const entry: Registered = {
        handler,
        rank: RANK[layer],
        order: registered,
      };
      handlers.push(entry);
      handlers.sort((a, b) => b.rank - a.rank || b.order - a.order);
      void drain();
      return () => {
        const index = handlers.indexOf(entry);
        if (index !== -1) handlers.splice(index, 1);
      };
    },
    hear: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    waiting: () => queue.length,
  };
}
