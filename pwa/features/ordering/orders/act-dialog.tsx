import { useState } from 'react';
import { ORDER_ACTIONS, type OrderActionName } from '#db/ordering/order-actions.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { ActWindow } from '#pwa/ui/act-window.tsx';
import { errorText } from '../error-text.ts';
import type { Viewer } from '../viewer.ts';
import { ActFields, type ActInput, dataOf, missingInput, NO_INPUT } from './act-fields.tsx';
import { ORDER_ACT_WORDS } from './order-act-words.ts';
import { useOrderAct } from './use-order.ts';

interface ActDialogProps {
  order: ShownOrder;
  family: Viewer['family'];
  /** Null is closed. */
  name: OrderActionName | null;
  onClose(): void;
  /** After an act that leaves no order. */
  onLeft(): void;
}

/** Asks before an act, with what it needs; stays open with what was typed when the server refuses. */
export function ActDialog({ order, family, name, onClose, onLeft }: ActDialogProps) {
  const [input, setInput] = useState<ActInput>(NO_INPUT);
  const [asked, setAsked] = useState(false);
  // The last act stays drawn while the window closes.
  const [last, setLast] = useState<OrderActionName>('hold-order');
  if (name !== null && name !== last) setLast(name);
  const act = useOrderAct(order.id);
  const { explains, done, asks, danger, leaves, method, path } = ORDER_ACT_WORDS[last];
  const { title } = ORDER_ACTIONS[last];
  const missing = missingInput(asks, input);
  const leave = () => {
    setInput(NO_INPUT);
    setAsked(false);
    act.reset();
    onClose();
  };
  const confirm = () => {
    setAsked(true);
    if (Object.keys(missing).length > 0) return;
    act.mutate(
      { path: path(family, order.id), method, data: dataOf(asks, input, order), done, leaves },
      {
        onSuccess: () => {
          leave();
          if (leaves) onLeft();
        },
      },
    );
  };
  return (
    <ActWindow
      open={name !== null}
      act={title}
      of={order.orderNumber}
      danger={danger}
      busy={act.isPending}
      problem={act.error ? errorText(act.error) : null}
      onConfirm={confirm}
      onClose={leave}
    >
      <p>{explains}</p>
      <ActFields {...{ order, asks, input }} missing={asked ? missing : {}} onChange={setInput} />
    </ActWindow>
  );
}
