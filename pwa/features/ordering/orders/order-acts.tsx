import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import type { Continuation } from '#db/ordering/continuation.ts';
import { ORDER_ACTIONS, type OrderActionName } from '#db/ordering/order-actions.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { CONTINUATION_WORDS } from '../continuing/continuation-words.ts';
import type { Viewer } from '../viewer.ts';
import { ActDialog } from './act-dialog.tsx';
import { ConfirmRegistrationDialog } from './confirm-registration-dialog.tsx';
import { ORDER_ACT_WORDS } from './order-act-words.ts';

interface OrderActsProps {
  order: ShownOrder;
  family: Viewer['family'];
  /** How somebody may go on with the order; the window that asks is the page's. */
  onContinue(continuation: Continuation): void;
  /** The order is no more. */
  onLeft(): void;
}

/** What this person may do with the order now: what comes next as a button, the rest behind Actions. */
export function OrderActs({ order, family, onContinue, onLeft }: OrderActsProps) {
  const [asked, setAsked] = useState<OrderActionName | null>(null);
  const isNext = (name: OrderActionName) => ORDER_ACT_WORDS[name].primary === true;
  // A list on which nothing stands cannot be confirmed.
  const offered = order.actions.filter(
    (name) => name !== 'confirm-registration' || order.specimens.length > 0,
  );
  const rest = offered.filter((name) => !isNext(name));
  return (
    <>
      {(rest.length > 0 || order.continuations.length > 1) && (
        <ActionsMenu
          actions={[
            ...order.continuations.map((continuation) => ({
              label: CONTINUATION_WORDS[continuation].act,
              onSelect: () => onContinue(continuation),
            })),
            ...rest.map((name) => ({
              label: ORDER_ACTIONS[name].title,
              danger: ORDER_ACT_WORDS[name].danger ?? false,
              onSelect: () => setAsked(name),
            })),
          ]}
        />
      )}
      {/* A single way on needs no menu. */}
      {rest.length === 0 &&
        order.continuations.length === 1 &&
        order.continuations.map((continuation) => (
          <Button key={continuation} icon={Repeat2} onClick={() => onContinue(continuation)}>
            {CONTINUATION_WORDS[continuation].act}
          </Button>
        ))}
      {offered.filter(isNext).map((name) => (
        <Button key={name} variant="primary" onClick={() => setAsked(name)}>
          {ORDER_ACTIONS[name].title}
        </Button>
      ))}
      {asked === 'confirm-registration' && (
        <ConfirmRegistrationDialog order={order} family={family} onClose={() => setAsked(null)} />
      )}
      <ActDialog
        order={order}
        family={family}
        name={asked === 'confirm-registration' ? null : asked}
        onClose={() => setAsked(null)}
        onLeft={onLeft}
      />
    </>
  );
}
