import { CircleCheck, CircleX, Copy, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { ListedApproval } from '#db/ordering/approvals/listed-approval.ts';
import { APPROVAL_KIND, APPROVAL_KINDS } from '#db/ordering/approvals/order-approval.ts';
import { mayCopyOrder } from '#db/ordering/drafts/continuation.ts';
import type { ListedOrder } from '#db/ordering/orders/listed-order.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { DecideDialog } from '#pwa/features/ordering/approvals/decide-dialog.tsx';
import { DECISION_TEXTS, type Decision } from '#pwa/features/ordering/approvals/decision-form.tsx';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import { useCopyOrder } from './use-copy-order.ts';

/** The actions for an approval, and how each is drawn; the first one is the button of the row. */
const DECISION_ACTIONS = [
  { decision: 'APPROVED', icon: CircleCheck },
  { decision: 'RETURNED', icon: Undo2 },
  { decision: 'DECLINED', icon: CircleX },
] as const satisfies { decision: Decision; icon: unknown }[];

type Row = Pick<ListedOrder, 'id' | 'status' | 'orderClassification'>;

const isPending = ({ status }: Row): boolean => status === 'PO_UNDER_REVIEW' || status === 'PENDING_APPROVAL';

/** Read the pending approvals of the orders shown that this user decides; undefined while they are read. */
function useMyApprovals({ role, family }: Pick<Viewer, 'role' | 'family'>, rows: readonly Row[]) {
  const kind = APPROVAL_KINDS.filter((one) => hasCapability(role, APPROVAL_KIND[one].capability));
  const orderId = rows.filter(isPending).map(({ id }) => id);
  const enabled = kind.length > 0 && orderId.length > 0;
  const query = { status: 'OPEN', kind, orderId, limit: 500 };
  const { data, isError } = useCall(ORDER_CALLS[family].approvals, { query }, { enabled });
  return enabled && !isError ? data?.rows.filter(({ mine }) => mine) : [];
}

interface OrderRowActionsInput {
  viewer: Pick<Viewer, 'role' | 'family' | 'hasWizard'>;
  rows: readonly Row[];
  /** Opens a draft in the wizard. */
  onDraft(orderId: string): void;
}

interface OrderRowActions {
  actionsOf(row: Row): readonly MenuAction[];
  /** The dialog of a decision. */
  dialog: ReactNode;
}

/** The actions of orders in a list: decide a pending approval, and copy the order. */
export function useOrderRowActions({ viewer, rows, onDraft }: OrderRowActionsInput): OrderRowActions {
  const [deciding, setDeciding] = useState<{ approval: ListedApproval; decision: Decision } | null>(null);
  const approvals = useMyApprovals(viewer, rows);
  const copy = useCopyOrder(viewer.family, onDraft);
  const decisionsOf = (row: Row): MenuAction[] => {
    // The buttons take their place before it is known who decides: it would move the rows.
    if (approvals === undefined)
      return isPending(row)
        ? DECISION_ACTIONS.map(({ decision, icon }) => ({
            label: DECISION_TEXTS[decision].label,
            icon,
            disabled: true,
            onSelect: () => undefined,
          }))
        : [];
    const pending = approvals.filter(({ orderId }) => orderId === row.id);
    return pending.flatMap((approval) =>
      DECISION_ACTIONS.map(({ decision, icon }) => {
        const { label, danger = false } = DECISION_TEXTS[decision];
        return {
          label: pending.length > 1 ? `${label}: ${APPROVAL_KIND[approval.kind].label}` : label,
          icon,
          danger,
          disabled: approval.ownOrder && decision === 'APPROVED',
          onSelect: () => setDeciding({ approval, decision }),
        };
      }),
    );
  };
  return {
    actionsOf: (row) => [
      ...decisionsOf(row),
      ...(viewer.hasWizard && mayCopyOrder(viewer.role, row)
        ? [{ label: 'Copy order', icon: Copy, disabled: copy.busy, onSelect: () => copy.start(row.id) }]
        : []),
    ],
    dialog: (
      <DecideDialog
        approval={deciding?.approval ?? null}
        decision={deciding?.decision}
        family={viewer.family}
        onClose={() => setDeciding(null)}
      />
    ),
  };
}
