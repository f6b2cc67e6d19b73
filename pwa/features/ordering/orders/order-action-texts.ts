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
    explanation: 'Confirm that the shipment is in transit. Carrier and tracking number are optional.',
    done: 'Marked as shipped',
    primary: true,
  },
  'add-kits': {
    explanation:
      'The lab sends the kits to the order’s shipping address, with unsent kits or as a separate shipment. The campaign sponsor pays.',
    done: 'More kits are to be sent',
  },
  'hold-order': {
    explanation: 'Received specimens without a batch are held. Running batches continue.',
    done: 'Put on hold',
  },
  'release-order': {
    explanation: 'The order continues and its held specimens are released. The reason is optional.',
    done: 'Released',
    primary: true,
  },
  'cancel-order': {
    explanation:
      'Cancels all specimens and the invoice. A canceled order cannot be reopened. Everyone involved gets an email.',
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
      'Unfinished specimens are canceled and removed from batches not started. Started work is billed unless the lab is at fault; the rest is refunded. Everyone involved gets an email.',
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
      'Forces a status outside the normal process. Pending approvals are closed and the order counts as accepted; a hold starts or ends with its specimens, and what is unfinished ends when the order is forced to be done. The reason stays in the history.',
    done: 'Status overridden',
    danger: true,
  },
};
