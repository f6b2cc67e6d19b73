import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { mayRunOrderAction } from '#db/ordering/orders/order-actions.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { type DraftOperations, useRole } from '#pwa/features/ordering/drafts/use-order-draft.ts';
import type { OrdersPath } from '#pwa/features/ordering/drafts/wizard-frame.tsx';
import { orderTitle } from '#pwa/format/names.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { SpecimenRowsPart } from './specimen-rows-part.tsx';
import { saveState, useSpecimenRows } from './use-specimen-rows.ts';

interface NameSpecimensProps {
  draft: ShownDraft;
  operations: DraftOperations;
  /** Path of this user's orders; the specimens are confirmed on the page of the order. */
  orders: OrdersPath;
  onFollow(): void;
}

/**
 * Enters the specimens of an order that was agreed before they were known; they are confirmed on the order's
 * page.
 */
export function NameSpecimens({ draft, operations, orders, onFollow }: NameSpecimensProps) {
  const { id, status } = draft.order;
  const name = orderTitle({ ...draft.order, serviceName: draft.service.name });
  const specimenRows = useSpecimenRows(draft, operations);
  const [busy, setBusy] = useState(false);
  const confirms = mayRunOrderAction(useRole(), 'confirm-registration');
  const done = async (): Promise<void> => {
    setBusy(true);
    const saved = await specimenRows.save();
    setBusy(false);
    if (saved === true) onFollow();
  };
  return (
    <Page
      title={`Specimens of ${name}`}
      breadcrumbs={[{ label: name, to: `${orders}/$id`, params: { id } }]}
      badge={
        <>
          <StatusBadge display={ORDER_STATUS[status]} />
          <span aria-live="polite" className="text-ink-soft text-sm">
            {saveState(operations.saving, specimenRows)}
          </span>
        </>
      }
      bottomActions={
        <Button variant="primary" icon={ArrowRight} busy={busy} onClick={() => void done()}>
          Save and go to the order
        </Button>
      }
    >
      <Section title="What you send">
        <div className="flex min-w-0 flex-col gap-4">
          <p>
            {confirms
              ? 'Enter every specimen that you send. When the list is complete, confirm it on the order’s page.'
              : 'Enter every specimen. The customer confirms the list on the order’s page.'}
          </p>
          <SpecimenRowsPart {...{ draft, operations, specimenRows }} />
        </div>
      </Section>
    </Page>
  );
}
