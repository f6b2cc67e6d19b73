import type { Pool } from 'pg';
import type { HeadWatch } from './head-watch.ts';

/** Changes of this time are read together, however many pages are open. */
const PAUSE_MS = 1_000;
/** More changed orders than these are reported by the next reading. */
const MAX_CHANGED = 500;

/** An order that changed: its own row, a shipment or a specimen. */
interface ChangedOrder {
  id: string;
  companyId: string;
  entity: string;
}

type Listener = (changed: readonly ChangedOrder[]) => void;

interface WatchedLab {
  listeners: Set<Listener>;
  /** Changes up to this revision have been reported. */
  reportedRev: number;
  head: number;
  timer: NodeJS.Timeout | undefined;
  stop: Promise<() => void>;
}

const CHANGED = `
  SELECT id, company_id AS "companyId", entity FROM "order" WHERE id IN (
    SELECT id FROM "order" WHERE lab = $1 AND rev > $2 AND rev <= $3
    UNION SELECT order_id FROM specimen WHERE lab = $1 AND rev > $2 AND rev <= $3) LIMIT ${MAX_CHANGED}`;

/** Reports changed orders to the open pages of this process with one query a second at most for each lab. */
export class OrderWatch {
  private readonly pool: Pool;
  private readonly heads: HeadWatch;
  private readonly labs = new Map<string, WatchedLab>();

  constructor(pool: Pool, heads: HeadWatch) {
    this.pool = pool;
    this.heads = heads;
  }

  /** Call the listener with the orders that change from now on; returns a function that stops it. */
  async subscribe(lab: string, listener: Listener): Promise<() => void> {
    const watched = this.labs.get(lab) ?? this.open(lab);
    watched.listeners.add(listener);
    await watched.stop;
    return () => this.leave(lab, watched, listener);
  }

  private open(lab: string): WatchedLab {
    const watched: WatchedLab = {
      listeners: new Set(),
      reportedRev: -1,
      head: 0,
      timer: undefined,
      stop: Promise.resolve(() => undefined),
    };
    watched.stop = this.heads.subscribe(lab, (rev) => {
      watched.head = rev;
      // The first head is the present: what changed before is on the pages already.
      if (watched.reportedRev < 0) watched.reportedRev = rev;
      else watched.timer ??= setTimeout(() => void this.report(lab, watched), PAUSE_MS);
    });
    this.labs.set(lab, watched);
    watched.stop.catch(() => this.labs.delete(lab));
    return watched;
  }

  private leave(lab: string, watched: WatchedLab, listener: Listener): void {
    watched.listeners.delete(listener);
    if (watched.listeners.size > 0 || this.labs.get(lab) !== watched) return;
    this.labs.delete(lab);
    clearTimeout(watched.timer);
    void watched.stop.then((stop) => stop());
  }

  private async report(lab: string, watched: WatchedLab): Promise<void> {
    watched.timer = undefined;
    const { head, reportedRev } = watched;
    // The head goes back only when the database was restored in place.
    const changed = await this.pool
      .query<ChangedOrder>(CHANGED, [lab, Math.min(reportedRev, head), head])
      .catch(() => null);
    if (changed === null) return;
    watched.reportedRev = head;
    if (changed.rows.length > 0) for (const listener of watched.listeners) listener(changed.rows);
  }
}
