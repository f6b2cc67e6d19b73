import { useState } from 'react';
import { ORDER_ACTS, type OrderActName } from '#db/ordering/order-acts.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import type { Viewer } from '../viewer.ts';
import { ActDialog } from './act-dialog.tsx';
import { ORDER_ACT_WORDS } from './order-act-words.ts';

interface OrderActsProps {
  order: ShownOrder;
  family: Viewer['family'];
  /** The order is no more. */
  onLeft(): void;
}

/** What this person may do with the order now: what comes next as a button, the rest behind Actions. */
export function OrderActs({ order, family, onLeft }: OrderActsProps) {
  const [asked, setAsked] = useState<OrderActName | null>(null);
  const isNext = (name: OrderActName) => ORDER_ACT_WORDS[name].primary === true;
  const rest = order.actions.filter((name) => !isNext(name));
  return (
    <>
      {rest.length > 0 && (
        <ActionsMenu
          actions={rest.map((name) => ({
            label: ORDER_ACTS[name].title,
            danger: ORDER_ACT_WORDS[name].danger ?? false,
            onSelect: () => setAsked(name),
          }))}
        />
      )}
      {order.actions.filter(isNext).map((name) => (
        <Button key={name} variant="primary" onClick={() => setAsked(name)}>
          {ORDER_ACTS[name].title}
        </Button>
      ))}
      <ActDialog order={order} family={family} name={asked} onClose={() => setAsked(null)} onLeft={onLeft} />
    </>
  );
}
