import { barcodeOf } from '#db/values/barcode-value.ts';
import { commandOf } from '#db/values/command-codes.ts';
import type { IsExpected, UnreadReason } from './keys/judge-burst.ts';

type ScanSource = 'hand' | 'camera' | 'typed';

/** One scan as handlers receive it. */
export interface Scan {
  /** Counts the scans of this page since it was opened, from 1. */
  n: number;
  /** The normalized code. */
  code: string;
  /** The raw input of the scanner, control characters included. */
  raw: string;
  source: ScanSource;
  at: number;
  /** The same code was scanned a moment ago. */
  repeat: boolean;
}

/**
 * Why a scan ended without a verdict of its screen. `failed`: the screen could not process it; `command`: a command
 * code that presses nothing now, the text says why.
 */
export interface UnreadScan {
  n: number;
  reason: UnreadReason | 'failed' | 'command';
  text: string;
}

/** Handles a scan; `false` passes it to the handler below, anything else means that it was handled. */
export type ScanHandler = (scan: Scan) => unknown | Promise<unknown>;

/**
 * A dialog is above its page, the handler of command codes above both, a lock above all; unhandled scans go to the
 * page's "scan anything".
 */
export type ScanLayer = 'anything' | 'page' | 'dialog' | 'command' | 'lock';

export interface ScanBus {
  publish(raw: string, source: ScanSource): Scan | null;
  handle(handler: ScanHandler, layer?: ScanLayer, isExpected?: IsExpected): () => void;
  /** Check whether a screen expects this code although it is shorter than usual codes. */
  isExpected: IsExpected;
  /** Report an unreadable burst of a scanner. */
  reportUnread(reason: UnreadScan['reason'], text: string): void;
  onUnread(listener: (unread: UnreadScan) => void): () => void;
  /** Observe every scan on arrival, before it is handled. */
  onScan(listener: (scan: Scan) => void): () => void;
  /** The number of scans that arrived and are not handled yet. */
  waiting(): number;
}

export interface ScanBusOptions {
  repeatWindowMs: () => number;
  now?: () => number;
  onError?: (error: unknown, scan: Scan) => void;
}

interface Registered {
  handler: ScanHandler;
  isExpected: IsExpected | undefined;
  rank: number;
  order: number;
}

const RANK: Record<ScanLayer, number> = { anything: 0, page: 1, dialog: 2, command: 3, lock: 4 };

/** A command code is no sample or box: only handlers that expect it get it, and the lock, which refuses it. */
const takes = ({ isExpected, rank }: Registered, { code }: Scan): boolean =>
  commandOf(code) === null || rank === RANK.lock || (isExpected?.(code) ?? false);

const offer = async (scan: Scan, handlers: readonly Registered[]): Promise<void> => {
  for (const entry of handlers) {
    if (takes(entry, scan) && (await entry.handler(scan)) !== false) return;
  }
};

/** Mark a code that came within the window after the same code; the window slides with each repeat. */
const createRepeatWatch = (windowMs: () => number) => {
  const last = new Map<string, number>();
  return (code: string, at: number): boolean => {
    const before = last.get(code);
    last.set(code, at);
    for (const [old, seenAt] of last) if (at - seenAt > windowMs()) last.delete(old);
    return before !== undefined && at - before <= windowMs();
  };
};

/** One queue for every source of scans: they are handled one after another, in order, and none is dropped. */
export function createScanBus({ repeatWindowMs, now = Date.now, onError }: ScanBusOptions): ScanBus {
  const handlers: Registered[] = [];
  const listeners = new Set<(scan: Scan) => void>();
  const unreadListeners = new Set<(unread: UnreadScan) => void>();
  const queue: Scan[] = [];
  const isRepeat = createRepeatWatch(repeatWindowMs);
  let count = 0;
  let registered = 0;
  let busy = false;
  let unreadCount = 0;

  const reportUnread: ScanBus['reportUnread'] = (reason, text) => {
    unreadCount += 1;
    for (const listener of unreadListeners) listener({ n: unreadCount, reason, text });
  };
  const failed = (error: unknown, scan: Scan): void => {
    (onError ?? reportError)(error, scan);
    reportUnread('failed', scan.code);
  };
  const drain = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      while (handlers.length > 0) {
        const scan = queue[0];
        if (!scan) return;
        await offer(scan, [...handlers]).catch((error: unknown) => failed(error, scan));
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
    handle: (handler, layer = 'page', isExpected = undefined) => {
      registered += 1;
      const entry: Registered = {
        handler,
        isExpected,
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
    onScan: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isExpected: (code) => handlers.some((one) => one.isExpected?.(barcodeOf(code)) ?? false),
    reportUnread,
    onUnread: (listener) => {
      unreadListeners.add(listener);
      return () => unreadListeners.delete(listener);
    },
    waiting: () => queue.length,
  };
}
