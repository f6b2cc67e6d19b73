import type { OrderActionName } from '#db/ordering/orders/order-actions.ts';

/** Explanation of an action. */
export interface OrderActionTexts {
  /** The consequences. */
  explanation: string;
  done: string;
  danger?: boolean;
  /** True for a button beside the title; other actions are in the Actions menu. */
  primary?: boolean;
  /** True when the action deletes the order, so that its page leads to the list. */
  removesOrder?: boolean;
}

/** Every action of an order's page; the server decides which of them are offered. */
export const ORDER_ACTION_TEXTS: Record<OrderActionName, OrderActionTexts> = {
  'confirm-registration': {
    explanation: 'The order is placed for the specimens entered now, at the new total.',
    done: 'The specimens are confirmed',
    primary: true,
  },
  'mark-order-shipped': {
    explanation:
      'Say that the package is on its way. The carrier and the tracking number help to find it, and can be left out.',
    done: 'Marked as shipped',
    primary: true,
  },
  'add-kits': {
    explanation:
      'The lab sends them to the shipping address of the order, with the kits that still wait or in a parcel of their own. The sponsor of the campaign pays for them as for the first.',
    done: 'More kits are to be sent',
  },
  'hold-order': {
    explanation:
      'What was received and is in no batch waits until the order is released. Batches that run go on. The customer reads the reason.',
    done: 'Put on hold',
  },
  'release-order': {
    explanation:
      'The order goes on where it was, and specimens that were held with it are released. A reason can be left out; the customer reads it.',
    done: 'Released',
    primary: true,
  },
  'cancel-order': {
    explanation:
      'All its specimens are canceled, and so is its invoice. A canceled order cannot be opened again. Everybody who takes part is told by email.',
    done: 'Canceled',
    danger: true,
  },
  'close-order': {
    explanation: 'The order is completed: its results are released and nothing is left to bill or to decide.',
    done: 'Closed',
    primary: true,
  },
  'override-cancel-order': {
    explanation:
      'Specimens that are not finished are canceled and taken off batches that have not started. Work that had begun is billed unless the lab is at fault; what was paid for the rest is asked back. Everybody who takes part is told by email.',
    done: 'Canceled',
    danger: true,
  },
  'delete-order': {
    explanation:
      'The draft and its list of specimens disappear from all lists, also for the customer. They stay in the history.',
    done: 'Deleted',
    danger: true,
    removesOrder: true,
  },
  'override-order': {
    explanation:
      'Forces a status that the order would not reach by itself. Approvals that it waits for are closed, and then it counts as accepted; a hold begins or ends with its specimens, and what is unfinished ends when the order is forced to be done. The reason stays in the history.',
    done: 'Status overridden',
    danger: true,
  },
};
