import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { APPROVAL_KIND } from '#db/ordering/approvals/order-approval.ts';
import type { Continuation } from '#db/ordering/drafts/continuation.ts';
import { ORDER_ACTIONS, type OrderActionName } from '#db/ordering/orders/order-actions.ts';
import type { ShownOrder, ShownRegistration } from '#db/ordering/orders/shown-order.ts';
import type { NamedOrder } from '#db/values/order-name.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { ORDER_CALLS, useOrderOperation } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { CONTINUATION_TEXTS } from './continuation-texts.ts';
import { ActionDialog } from './order-action-dialog.tsx';
import { ORDER_ACTION_TEXTS } from './order-action-texts.ts';

const ACTION = 'confirm-registration';

interface ConfirmRegistrationDialogProps {
  order: Pick<ShownOrder, 'id'> & NamedOrder;
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
function ConfirmRegistrationDialog({ order, family, onClose }: ConfirmRegistrationDialogProps) {
  const { explanation, done } = ORDER_ACTION_TEXTS[ACTION];
  const { registration, confirmRegistration } = ORDER_CALLS[family];
  const params = { id: order.id };
  const operation = useOrderOperation();
  // After a refused confirmation the new total is read again; after the other there is none.
  const { data, error } = useCall(
    registration,
    { params },
    { enabled: !operation.isPending, staleTime: 0, gcTime: 0 },
  );
  const problem = operation.error ?? error;
  const confirm = () => {
    if (!data) return;
    const body = { seenTotal: data.total };
    const send = () => call(confirmRegistration, { params, body });
    operation.mutate({ send, done }, { onSuccess: onClose });
  };
  return (
    <OperationDialog
      open
      actionLabel={ORDER_ACTIONS[ACTION].title}
      of={orderTitle(order)}
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

/** An action that leads to another page or prints; it needs no dialog. */
export interface PageAction extends MenuAction {
  isNext: boolean;
}

interface OrderActionsProps {
  order: ShownOrder;
  family: Viewer['family'];
  /** Actions of the page: one that comes next stands before those of the order. */
  pageActions?: readonly PageAction[];
  /** Called to continue an order; the page owns the dialog. */
  onContinue(continuation: Continuation): void;
  /** Called when the order was deleted. */
  onRemoved(): void;
}

/** Actions that this user may take on the order: the next one as a button, the others in the Actions menu. */
export function OrderActions({ order, family, pageActions = [], onContinue, onRemoved }: OrderActionsProps) {
  const [openAction, setOpenAction] = useState<OrderActionName | null>(null);
  const isPrimary = (name: OrderActionName) => ORDER_ACTION_TEXTS[name].primary === true;
  // An empty list of specimens cannot be confirmed.
  const availableActions = order.actions.filter(
    (name) => name !== 'confirm-registration' || order.specimens.length > 0,
  );
  const orderActions = availableActions.map((name) => ({
    label: ORDER_ACTIONS[name].title,
    danger: ORDER_ACTION_TEXTS[name].danger ?? false,
    onSelect: () => setOpenAction(name),
    isNext: isPrimary(name),
  }));
  const continuations = order.continuations.map((continuation) => ({
    label: CONTINUATION_TEXTS[continuation].action,
    icon: Repeat2,
    onSelect: () => onContinue(continuation),
    isNext: false,
  }));
  const allActions: readonly PageAction[] = [...pageActions, ...continuations, ...orderActions];
  // One that is alone and changes nothing needs no menu.
  const [alone] = allActions.length === 1 && orderActions.length === 0 ? allActions : [];
  const next = allActions.find(({ isNext }) => isNext) ?? alone;
  return (
    <>
      {next && (
        <Button
          variant={next.isNext ? 'primary' : 'secondary'}
          disabled={next.disabled ?? false}
          {...(next.icon ? { icon: next.icon } : {})}
          onClick={next.onSelect}
        >
          {next.label}
        </Button>
      )}
      <DetailMenu actions={allActions.filter((action) => action !== next)} />
      {openAction === 'confirm-registration' && (
        <ConfirmRegistrationDialog order={order} family={family} onClose={() => setOpenAction(null)} />
      )}
      <ActionDialog
        order={order}
        family={family}
        name={openAction === 'confirm-registration' ? null : openAction}
        onClose={() => setOpenAction(null)}
        onRemoved={onRemoved}
      />
    </>
  );
}
