import type { ShownAdjustment } from '#db/billing/shown-prices.ts';
import { formatDate } from '#pwa/format/dates.ts';

const DECIDED = { PROPOSED: 'Agreed', APPROVED: 'Approved', REJECTED: 'Declined' } as const;

/** Who decided, when and why; who agreed first to one that still waits. */
export const decisionText = ({ status, decidedBy, decidedAt, decisionReason }: ShownAdjustment): string =>
  [
    decidedBy && `${DECIDED[status]} by ${decidedBy}`,
    decidedBy && decidedAt && formatDate(decidedAt, 'shortAtTime'),
    decisionReason,
  ]
    .filter(Boolean)
    .join(' · ');
