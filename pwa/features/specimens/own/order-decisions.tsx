import { useState } from 'react';
import { mayDecide } from '#db/specimens/discrepancies/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { DecideDialog } from './specimen-decision.tsx';
import { useReader } from './use-own-specimens.ts';

type Row = Pick<
  Specimen,
  'id' | 'status' | 'customerSampleId' | 'requisitionNumber' | 'actionRequiredText' | 'holdReason'
>;

/**
 * Specimens of an order that wait for the customer, each with its action; renders nothing when none waits.
 */
export function OrderDecisions({
  specimens,
  onOpen,
}: {
  specimens: readonly Row[];
  onOpen(link: AppLink): void;
}) {
  const { role, writes, customer } = useReader();
  const [deciding, setDeciding] = useState<string | null>(null);
  const waiting = specimens.filter(
    ({ status }) => status === 'ACTION_REQUIRED' || status === 'RECEIVED_AWAITING_INFO',
  );
  if (waiting.length === 0) return null;
  const decides = writes !== null && mayDecide(role);
  return (
    <Section title={customer ? 'Waiting for you' : 'Waiting for the customer'}>
      <ul aria-label="Specimens waiting for the customer" className="-my-2 divide-y divide-line">
        {waiting.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-64">
              <span className="flex flex-wrap items-center gap-2">
                <span className="wrap-anywhere font-semibold">{row.customerSampleId}</span>
                <StatusBadge display={specimenDisplay(row.status, true)} />
              </span>
              <span className="wrap-anywhere block text-ink-soft text-sm">
                {(row.status === 'ACTION_REQUIRED' ? row.actionRequiredText : row.holdReason) ??
                  row.requisitionNumber}
              </span>
            </span>
            {decides &&
              (row.status === 'ACTION_REQUIRED' ? (
                <Button variant="primary" onClick={() => setDeciding(row.id)}>
                  {`Decide about ${row.customerSampleId}`}
                </Button>
              ) : (
                <Button
                  onClick={() =>
                    onOpen({ to: customer ? '/specimens/$id' : '/lab/specimens/$id', params: { id: row.id } })
                  }
                >
                  {`Look at ${row.customerSampleId}`}
                </Button>
              ))}
          </li>
        ))}
      </ul>
      <DecideDialog specimenId={deciding} onClose={() => setDeciding(null)} />
    </Section>
  );
}
