import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { buildOrder } from './build-order.ts';

/** Build an order as its page receives it, for tests. */
export const shownOrder = (overrides: Partial<ShownOrder> = {}): ShownOrder => ({
  ...buildOrder({ id: 'order-1', orderNumber: 'W-000123' }),
  companyName: 'Northfield Biotech',
  serviceName: 'Genome',
  projectName: null,
  createdByName: 'Casey Reed',
  specimenCount: 4,
  receivedCount: 0,
  companyStatus: 'ACTIVE',
  specimens: [],
  repeats: {},
  shipments: [],
  adjustments: [],
  bill: null,
  invoices: null,
  approvals: [],
  dataUse: null,
  history: [],
  source: null,
  continuedBy: [],
  continuations: [],
  actions: [],
  ...overrides,
});
