import type { ShownAdjustment } from '#db/billing/shown-prices.ts';
import { formatDate } from '#pwa/format/dates.ts';

const DECIDED = { PROPOSED: 'Agreed', APPROVED: 'Approved', REJECTED: 'Declined' } as const;

/** Format who decided, when and why; for a pending one, who agreed first. */
export const decisionText = ({ status, decidedBy, decidedAt, decisionReason }: ShownAdjustment): string =>
  [
    decidedBy && `${DECIDED[status]} by ${decidedBy}`,
    decidedBy && decidedAt && formatDate(decidedAt, 'shortAtTime'),
    decisionReason,
  ]
    .filter(Boolean)
    .join(' · ');
