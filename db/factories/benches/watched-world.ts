import { invoice } from '#db/billing/invoices/invoice.ts';
import { INVOICE_LIFECYCLE } from '#db/billing/invoices/invoice-lifecycle.ts';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { ITEM_LIFECYCLE } from '#db/inventory/inventory-item-lifecycle.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { ORDER_LIFECYCLE, order } from '#db/ordering/orders/order.ts';
import { SHIPMENT_LIFECYCLE, shipment } from '#db/ordering/shipments/shipment.ts';
import { company } from '#db/organizations/company.ts';
import {
  COMPANY_STATUS_LIFECYCLE,
  COMPANY_VERIFICATION_LIFECYCLE,
} from '#db/organizations/company-lifecycle.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_LIFECYCLE } from '#db/specimens/specimen-lifecycle.ts';
import { type Lifecycle, pathBetween } from '#db/values/lifecycle.ts';

interface Machine {
  entity: AnyEntity;
  field: string;
  table: Lifecycle<string>;
  /**
   * Statuses written in one step but recorded as several: an order that follows its specimens, a payment
   * decided at once.
   */
  through: readonly string[];
}

/** The watched state machines of domain 4.1, 4.2 and 4.6. */
export const WATCHED = {
  order: {
    entity: order,
    field: 'status',
    table: ORDER_LIFECYCLE,
    through: ['ORDERED', 'SHIPPED', 'RECEIVED', 'QUARANTINED', 'PROCESSING', 'PENDING_COMPLETION'],
  },
  specimen: { entity: specimen, field: 'status', table: SPECIMEN_LIFECYCLE, through: [] },
  invoice: { entity: invoice, field: 'status', table: INVOICE_LIFECYCLE, through: ['PROCESSING'] },
  shipment: { entity: shipment, field: 'status', table: SHIPMENT_LIFECYCLE, through: ['PRE_TRANSIT'] },
  'inventory item': { entity: inventoryItem, field: 'status', table: ITEM_LIFECYCLE, through: [] },
  company: { entity: company, field: 'status', table: COMPANY_STATUS_LIFECYCLE, through: [] },
  'verification of a company': {
    entity: company,
    field: 'verificationStatus',
    table: COMPANY_VERIFICATION_LIFECYCLE,
    through: [],
  },
} as const satisfies Record<string, Machine>;

/** A world that records each status that operations give to the rows that they made. */
export class WatchedWorld extends MemoryWorld {
  /** The reached statuses by machine. */
  readonly reached = new Map<string, Set<string>>();
  /** Transitions that no table lists. */
  readonly unlisted: string[] = [];
  private readonly createdIds = new Set<string>();

  /** Return a watched copy of a world; its existing rows are not watched. */
  static of(world: MemoryWorld): WatchedWorld {
    const watched = new WatchedWorld();
    for (const entity of CATALOGUE) for (const row of world.all(entity)) watched.putRow(entity, row);
    return watched;
  }

  override replace<E extends AnyEntity>(entity: E, row: Row<E>): () => void {
    const now: Record<string, unknown> = row;
    const id = String(now['id']);
    const before: Record<string, unknown> | undefined = this.one(entity, id);
    if (!before) this.createdIds.add(id);
    for (const [name, machine] of Object.entries(WATCHED))
      if (machine.entity.name === entity.name && this.createdIds.has(id))
        this.note(name, machine, before, now);
    return super.replace(entity, row);
  }

  private note(
    name: string,
    { field, table, through }: Machine,
    before: Record<string, unknown> | undefined,
    now: Record<string, unknown>,
  ): void {
    const to = String(now[field]);
    const reached = this.reached.get(name) ?? new Set();
    this.reached.set(name, reached.add(to));
    const from = before === undefined ? to : String(before[field]);
    if (from === to) return;
    const path = pathBetween(table, from, to, through);
    for (const step of path ?? []) reached.add(step);
    if (!path) this.unlisted.push(`${name}: ${from} to ${to}`);
  }
}
