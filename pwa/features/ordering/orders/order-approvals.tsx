import { useState } from 'react';
import { APPROVAL_KIND } from '#db/ordering/approval-kind.ts';
import { APPROVAL_STATUS } from '#db/ordering/approval-status.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { type Decidable, DecideDialog } from '../approvals/decide-dialog.tsx';
import { proposalText } from '../approvals/proposal.ts';
import type { Viewer } from '../viewer.ts';

/** Pending and past approvals of the order; the user decides theirs here. */
export function OrderApprovals({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const [approval, setApproval] = useState<Decidable | null>(null);
  if (order.approvals.length === 0) return null;
  const { orderNumber, purchaseOrderNumber } = order;
  const ownOrder = order.createdByUserId === viewer.userId;
  return (
    <Section title="Approvals">
      <ul className="-my-2 divide-y divide-line">
        {order.approvals.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
            <div className="min-w-0 flex-1 basis-56">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{APPROVAL_KIND[one.kind].label}</span>
                <StatusBadge display={APPROVAL_STATUS[one.status]} />
              </span>
              <p>{proposalText({ ...one, purchaseOrderNumber })}</p>
              {one.decidedAt && (
                <p className="text-ink-soft text-sm">
                  {[one.decidedByName, formatDate(one.decidedAt, 'shortAtTime')].filter(Boolean).join(' · ')}
                </p>
              )}
              {one.reason && <p className="wrap-anywhere text-sm">{one.reason}</p>}
            </div>
            {one.mine && (
              <Button
                variant="primary"
                aria-label={`Decide ${APPROVAL_KIND[one.kind].label}`}
                onClick={() => setApproval({ ...one, orderNumber, purchaseOrderNumber, ownOrder })}
              >
                Decide
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DecideDialog approval={approval} family={viewer.family} onClose={() => setApproval(null)} />
    </Section>
  );
}
