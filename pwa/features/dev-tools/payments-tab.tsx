import { useMutation } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { z } from 'zod';
import { type DisputeMove, SIMULATED_STATES, SimulatedPayment } from '#db/billing/simulated-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { paymentColumns, SIMULATED_STATE } from './payment-columns.tsx';
import { useSimulatorUpdates } from './use-simulator-updates.ts';

const PATH = '/api/payments/simulator/payments';
const STATES = SIMULATED_STATES.map((value) => ({ value, label: SIMULATED_STATE[value].label }));

const textOf = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/**
 * Payments with test cards; the card owner disputes a payment and the bank decides, reported as Stripe would.
 */
export function PaymentsTab() {
  const payments = useServerList({
    path: PATH,
    row: SimulatedPayment,
    filters: ['state'],
    sort: 'createdAt:desc',
    prefix: 'payments-',
  });
  const move = useMutation({
    networkMode: 'always',
    mutationFn: ({ id, ...data }: DisputeMove & { id: string }) =>
      callApi({ path: `${PATH}/${id}/dispute`, method: 'POST', data, answer: z.undefined() }),
    onSettled: payments.refetch,
  });
  useSimulatorUpdates(payments.refetch);
  return (
    <div className="flex flex-col gap-3">
      {move.error && <Notice tone="danger" title={textOf(move.error)} />}
      <DataList
        {...payments.list}
        label="Card payments"
        columns={paymentColumns({
          busy: move.isPending,
          onDispute: ({ id }, dispute) => move.mutate({ id, dispute }),
        })}
        rowKey={({ id }) => id}
        rowLabel={({ orderNumber }) => orderNumber}
        filters={
          <ListFilters
            list={payments}
            filters={[{ name: 'state', label: 'State', any: 'Any state', options: STATES }]}
          />
        }
        empty={
          payments.narrowed ? undefined : (
            <EmptyState icon={CreditCard} title="Nothing was paid with a test card yet">
              Pay an order or an invoice with one of the test cards. Its payment then appears here.
            </EmptyState>
          )
        }
      />
    </div>
  );
}
