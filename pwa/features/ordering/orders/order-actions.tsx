import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import type { Continuation } from '#db/ordering/continuation.ts';
import { ORDER_ACTIONS, type OrderActionName } from '#db/ordering/order-actions.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { CONTINUATION_TEXTS } from '../continuing/continuation-texts.ts';
import type { Viewer } from '../viewer.ts';
import { ActionDialog } from './action-dialog.tsx';
import { ConfirmRegistrationDialog } from './confirm-registration-dialog.tsx';
import { ORDER_ACTION_TEXTS } from './order-action-texts.ts';

interface OrderActionsProps {
  order: ShownOrder;
  family: Viewer['family'];
  /** Called to continue an order; the page owns the dialog. */
  onContinue(continuation: Continuation): void;
  /** Called when the order was deleted. */
  onRemoved(): void;
}

/** Actions that this user may take on the order: the next one as a button, the others in the Actions menu. */
export function OrderActions({ order, family, onContinue, onRemoved }: OrderActionsProps) {
  const [openAction, setOpenAction] = useState<OrderActionName | null>(null);
  const isPrimary = (name: OrderActionName) => ORDER_ACTION_TEXTS[name].primary === true;
  // An empty list of specimens cannot be confirmed.
  const availableActions = order.actions.filter(
    (name) => name !== 'confirm-registration' || order.specimens.length > 0,
  );
  const menuActions = availableActions.filter((name) => !isPrimary(name));
  return (
    <>
      {(menuActions.length > 0 || order.continuations.length > 1) && (
        <ActionsMenu
          actions={[
            ...order.continuations.map((continuation) => ({
              label: CONTINUATION_TEXTS[continuation].action,
              onSelect: () => onContinue(continuation),
            })),
            ...menuActions.map((name) => ({
              label: ORDER_ACTIONS[name].title,
              danger: ORDER_ACTION_TEXTS[name].danger ?? false,
              onSelect: () => setOpenAction(name),
            })),
          ]}
        />
      )}
      {/* A single continuation needs no menu. */}
      {menuActions.length === 0 &&
        order.continuations.length === 1 &&
        order.continuations.map((continuation) => (
          <Button key={continuation} icon={Repeat2} onClick={() => onContinue(continuation)}>
            {CONTINUATION_TEXTS[continuation].action}
          </Button>
        ))}
      {availableActions.filter(isPrimary).map((name) => (
        <Button key={name} variant="primary" onClick={() => setOpenAction(name)}>
          {ORDER_ACTIONS[name].title}
        </Button>
      ))}
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
