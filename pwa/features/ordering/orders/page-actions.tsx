import { ArrowRight, Copy, Download, FileText, ListPlus, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { mayCopyOrder } from '#db/ordering/drafts/continuation.ts';
import { isDraftOfOthers, mayRegisterSpecimens } from '#db/ordering/drafts/draft-rights.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { isAwaited, takesMaterial } from '#db/ordering/shipments/awaited-specimens.ts';
import { callUrl } from '#pwa/api/call.ts';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { packingSlipOf, usePackingSlip } from '#pwa/printing/packing-slip.tsx';
import { usePrintSheet } from '#pwa/printing/use-print-sheet.tsx';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import type { PageAction } from './order-actions.tsx';
import { orderSheet } from './order-sheet.ts';
import { hasRequisitionForm, useRequisitionForm } from './requisition-form.tsx';
import { useCopyOrder } from './use-copy-order.ts';

interface EnterSpecimensProps {
  order: Pick<ShownOrder, 'id' | 'actions' | 'specimens' | 'status' | 'createdByUserId'>;
  viewer: Pick<Viewer, 'draftLink' | 'role' | 'userId'>;
  onOpen(link: AppLink): void;
}

/** Return the way to the specimens of an order that was agreed before they were known. */
export function enterSpecimensAction({ order, viewer, onOpen }: EnterSpecimensProps): PageAction | null {
  const wizard = viewer.draftLink(order.id, 'specimens');
  // Sales enter specimens of their own drafts, which the customer confirms.
  const canRegister =
    order.status === 'ANTICIPATED' &&
    (order.actions.includes('confirm-registration') || mayRegisterSpecimens(viewer, order));
  if (!wizard || !canRegister || isDraftOfOthers(viewer, order)) return null;
  const hasNoSpecimens = order.specimens.length === 0;
  return {
    label: hasNoSpecimens ? 'Enter specimens' : 'Change specimens',
    icon: ListPlus,
    isNext: hasNoSpecimens,
    onSelect: () => onOpen(wizard),
  };
}

interface PageActionsProps {
  order: ShownOrder;
  viewer: Viewer;
  /** The wizard of a draft; null for every other order. */
  draft: AppLink | null;
  onOpen(link: AppLink): void;
}

/** List what the order's page offers besides the actions of its status, and draw what is being printed. */
export function usePageActions({ order, viewer, draft, onOpen }: PageActionsProps): {
  actions: readonly PageAction[];
  sheets: ReactNode;
} {
  // Received specimens are not packed again.
  const slip = packingSlipOf(
    order.receivedAt === null ? order : { ...order, specimens: order.specimens.filter(isAwaited) },
  );
  const packingSlip = usePackingSlip(slip);
  const sheet = usePrintSheet();
  const { taking, take } = useTakeFile();
  const requisitionForm = useRequisitionForm(order);
  const enterSpecimens = enterSpecimensAction({ order, viewer, onOpen });
  const copy = useCopyOrder(viewer.family, (id) => onOpen({ to: '/order/$id', params: { id } }));
  const actions: readonly PageAction[] = [
    ...(draft
      ? [{ label: 'Continue this draft', icon: ArrowRight, isNext: true, onSelect: () => onOpen(draft) }]
      : []),
    ...(enterSpecimens ? [enterSpecimens] : []),
    ...(takesMaterial(order, order.specimens) && slip.specimens.length > 0
      ? [
          {
            label: 'Print packing slip',
            icon: Printer,
            disabled: packingSlip.busy,
            isNext: false,
            onSelect: packingSlip.print,
          },
          {
            label: 'Download packing slip',
            icon: Download,
            disabled: taking,
            isNext: false,
            onSelect: () =>
              take(callUrl(ORDER_CALLS[viewer.family].packingSlip, { params: { id: order.id } })),
          },
        ]
      : []),
    ...(viewer.hasWizard && mayCopyOrder(viewer.role, order)
      ? [
          {
            label: 'Copy order',
            icon: Copy,
            disabled: copy.busy,
            isNext: false,
            onSelect: () => copy.start(order.id),
          },
        ]
      : []),
    { label: 'Print order', icon: FileText, isNext: false, onSelect: () => sheet.print(orderSheet(order)) },
    ...(hasRequisitionForm(order)
      ? [
          {
            label: 'Print requisition form',
            icon: Printer,
            disabled: requisitionForm.busy,
            isNext: false,
            onSelect: requisitionForm.print,
          },
        ]
      : []),
  ];
  const sheets = (
    <>
      {packingSlip.sheet}
      {sheet.printed}
      {requisitionForm.sheet}
    </>
  );
  return { actions, sheets };
}
