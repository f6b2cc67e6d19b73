import { useState } from 'react';
import { ORDER_ACTIONS, type OrderActionName } from '#db/ordering/order-actions.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { OperationDialog } from '#pwa/ui/operation-dialog.tsx';
import { errorText } from '../error-text.ts';
import type { Viewer } from '../viewer.ts';
import { ActionFields, type ActionInput, dataOf, missingInput, NO_INPUT } from './action-fields.tsx';
import { ORDER_ACTION_TEXTS } from './order-action-texts.ts';
import { useOrderOperation } from './use-order.ts';

interface ActionDialogProps {
  order: ShownOrder;
  family: Viewer['family'];
  /** Null closes the dialog. */
  name: OrderActionName | null;
  onClose(): void;
  /** Called after an action that deletes the order. */
  onRemoved(): void;
}

/** Asks for confirmation and input before an action; stays open with the input when the server refuses. */
export function ActionDialog({ order, family, name, onClose, onRemoved }: ActionDialogProps) {
  const [input, setInput] = useState<ActionInput>(NO_INPUT);
  const [isSubmitted, setIsSubmitted] = useState(false);
  // The last action stays rendered while the dialog closes.
  const [last, setLast] = useState<OrderActionName>('hold-order');
  if (name !== null && name !== last) setLast(name);
  const operation = useOrderOperation(order.id);
  const { explanation, done, inputKind, danger, removesOrder, method, path } = ORDER_ACTION_TEXTS[last];
  const { title } = ORDER_ACTIONS[last];
  const missing = missingInput(inputKind, input);
  const leave = () => {
    setInput(NO_INPUT);
    setIsSubmitted(false);
    operation.reset();
    onClose();
  };
  const confirm = () => {
    setIsSubmitted(true);
    if (Object.keys(missing).length > 0) return;
    operation.mutate(
      {
        path: path(family, order.id),
        method,
        data: dataOf(inputKind, input, order),
        done,
        removesOrder,
      },
      {
        onSuccess: () => {
          leave();
          if (removesOrder) onRemoved();
        },
      },
    );
  };
  return (
    <OperationDialog
      open={name !== null}
      actionLabel={title}
      of={order.orderNumber}
      danger={danger}
      busy={operation.isPending}
      problem={operation.error ? errorText(operation.error) : null}
      onConfirm={confirm}
      onClose={leave}
    >
      <p>{explanation}</p>
      <ActionFields
        {...{ order, inputKind, input }}
        missing={isSubmitted ? missing : {}}
        onChange={setInput}
      />
    </OperationDialog>
  );
}
