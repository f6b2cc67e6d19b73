import { useQuery } from '@tanstack/react-query';
import { APPROVAL_KIND } from '#db/ordering/approval-kind.ts';
import { ORDER_ACTIONS } from '#db/ordering/order-actions.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { ShownRegistration } from '#db/ordering/shown-registration.ts';
import { callApi } from '#pwa/api/client.ts';
import { countOf } from '#pwa/format/counts.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { OperationDialog } from '#pwa/ui/operation-dialog.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { errorText } from '../error-text.ts';
import type { Viewer } from '../viewer.ts';
import { ORDER_ACTION_TEXTS } from './order-action-texts.ts';
import { useOrderOperation } from './use-order.ts';

const ACTION = 'confirm-registration';

interface ConfirmRegistrationDialogProps {
  order: Pick<ShownOrder, 'id' | 'orderNumber'>;
  family: Viewer['family'];
  onClose(): void;
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0">{label}</dt>
      <dd className="shrink-0 font-medium tabular-nums">{value}</dd>
    </div>
  );
}

/** The agreed and registered counts and totals, and the consequence of a difference. */
function RegistrationFacts({ registration }: { registration: ShownRegistration }) {
  const { projectedCount, registeredCount, totalBefore, total, sponsored, approvals, problems } =
    registration;
  return (
    <>
      <dl className="flex flex-col gap-1.5">
        <Fact label="Agreed specimens" value={String(projectedCount)} />
        <Fact label="Entered specimens" value={String(registeredCount)} />
        <Fact label="Agreed total" value={formatMoney(totalBefore)} />
        <Fact label="New total" value={formatMoney(total)} />
      </dl>
      {sponsored && <p>The sponsor of the campaign pays this total.</p>}
      {registeredCount !== projectedCount && (
        <Notice
          tone="warning"
          title={`${registeredCount} of ${countOf(projectedCount, 'agreed specimen')} entered`}
        >
          <p>{`The order is placed for ${registeredCount}.`}</p>
        </Notice>
      )}
      {approvals.length > 0 && (
        <Notice
          tone="warning"
          title={`Needs approval: ${approvals.map((kind) => APPROVAL_KIND[kind].label).join(', ')}`}
        >
          <p>The order goes to the lab when it is approved.</p>
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice tone="danger" title="Correct the specimens first.">
          <ul>
            {problems.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** Shows the order's total before its specimens are confirmed, and confirms only at that total. */
export function ConfirmRegistrationDialog({ order, family, onClose }: ConfirmRegistrationDialogProps) {
  const { explanation, done, method, path } = ORDER_ACTION_TEXTS[ACTION];
  const url = path(family, order.id);
  const operation = useOrderOperation(order.id);
  // A refused confirmation invalidates the order's queries, so the new total is read again.
  const { data, error } = useQuery({
    queryKey: ['order', order.id, ACTION],
    queryFn: ({ signal }) => callApi({ path: url, answer: ShownRegistration, signal }),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  const problem = operation.error ?? error;
  const confirm = () => {
    if (!data) return;
    operation.mutate({ path: url, method, data: { seenTotal: data.total }, done }, { onSuccess: onClose });
  };
  return (
    <OperationDialog
      open
      actionLabel={ORDER_ACTIONS[ACTION].title}
      of={order.orderNumber}
      busy={operation.isPending}
      disabled={!data || data.problems.length > 0}
      problem={problem ? errorText(problem) : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{explanation}</p>
      {data && <RegistrationFacts registration={data} />}
      {!data && !error && <Skeleton lines={4} label="The total" />}
    </OperationDialog>
  );
}
