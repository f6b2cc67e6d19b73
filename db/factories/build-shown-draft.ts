import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { buildOrder } from './build-order.ts';
import { buildProtocol } from './build-protocol.ts';
import { buildService } from './build-service.ts';

/** Build a draft as the wizard receives it, for tests. */
export const shownDraft = (overrides: Partial<ShownDraft> = {}): ShownDraft => ({
  order: buildOrder({ id: 'draft-1', status: 'DRAFT', packageType: 'TUBE' }),
  company: { id: 'company-1', name: 'Northfield Biotech', orderApprovalRequired: false },
  service: buildService({ clinical: false }),
  protocol: buildProtocol({ clinical: false }),
  requisitions: [],
  written: {},
  clinicians: [],
  dataUse: null,
  projects: [],
  offeredOrderTypes: ['ONLINE'],
  source: null,
  payment: { kept: 0, lastTry: null },
  quote: {
    count: 1,
    pricePerSpecimen: 100,
    discountPerSpecimen: 0,
    unit: 100,
    problem: null,
    price: null,
    totals: { subtotal: 100, discount: 0, fees: 0, total: 100, adjustments: [] },
  },
  problems: [],
  ...overrides,
});
