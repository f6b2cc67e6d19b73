import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ListCounts } from '#db/api/list-counts.ts';
import { exportQueryOf, listQueryOf } from '#db/api/list-query.ts';
import { ORDER_LIST, OrderChoices, OrderPage } from '#db/ordering/orders/listed-order.ts';
import {
  CancelSpecimensArgs,
  ConfirmRegistrationArgs,
  MarkOrderShippedArgs,
  OrderReasonArgs,
} from '#db/ordering/orders/order-action-args.ts';
import { OrdersSummary } from '#db/ordering/orders/orders-summary.ts';
import { ShownOrder, ShownRegistration } from '#db/ordering/orders/shown-order.ts';
import { Id } from '#db/values/id.ts';

const OrderId = z.strictObject({ id: Id });

export const listOrders = defineCall({
  id: 'listOrders',
  method: 'get',
  path: '/api/orders',
  access: 'orders:read',
  summary: 'Lists the orders of the own organizations.',
  query: listQueryOf(ORDER_LIST),
  answer: OrderPage,
});

export const countOrders = defineCall({
  id: 'countOrders',
  method: 'get',
  path: '/api/orders/counts',
  access: 'orders:read',
  summary: 'Counts the orders of own organizations in each built-in view of the list.',
  answer: ListCounts,
});

export const exportOrders = defineCall({
  id: 'exportOrders',
  method: 'get',
  path: '/api/orders/export',
  access: 'orders:read',
  summary: 'Sends all orders of a filtered list as a CSV file or a workbook.',
  query: exportQueryOf(ORDER_LIST),
  answer: binary('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});

export const readOrderChoices = defineCall({
  id: 'readOrderChoices',
  method: 'get',
  path: '/api/orders/choices',
  access: 'orders:read',
  summary: 'Lists the organizations, services and projects by which the list of orders can be filtered.',
  answer: OrderChoices,
});

export const readOrdersSummary = defineCall({
  id: 'readOrdersSummary',
  method: 'get',
  path: '/api/orders/summary',
  access: 'orders:read',
  summary: 'Reads the numbers of orders and specimens, and what waits for the reader.',
  answer: OrdersSummary,
});

export const readOrder = defineCall({
  id: 'readOrder',
  method: 'get',
  path: '/api/orders/:id',
  access: 'orders:read',
  summary: 'Reads one order with its specimens, shipments, price and history.',
  params: OrderId,
  answer: ShownOrder,
});

export const readRegistration = defineCall({
  id: 'readRegistration',
  method: 'get',
  path: '/api/orders/:id/confirm-registration',
  access: 'orders:read',
  summary: 'Reads the new total and the approvals that a confirmation of the entered specimens brings.',
  params: OrderId,
  answer: ShownRegistration,
  errors: ['NO_SPECIMENS', 'TRANSITION_NOT_ALLOWED'],
});

export const confirmRegistration = defineCall({
  id: 'confirmRegistration',
  method: 'post',
  path: '/api/orders/:id/confirm-registration',
  access: 'orders:create',
  summary: 'Places an anticipated order for the specimens that were entered.',
  params: OrderId,
  body: ConfirmRegistrationArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['NO_SPECIMENS', 'TOTAL_CHANGED', 'TRANSITION_NOT_ALLOWED'],
});

export const markOrderShipped = defineCall({
  id: 'markOrderShipped',
  method: 'post',
  path: '/api/orders/:id/mark-shipped',
  access: 'orders:create',
  summary: 'Records that the own organization has given a package to the carrier.',
  params: OrderId,
  body: MarkOrderShippedArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['NOTHING_TO_SEND', 'TRANSITION_NOT_ALLOWED'],
});

export const cancelOrder = defineCall({
  id: 'cancelOrder',
  method: 'post',
  path: '/api/orders/:id/cancel',
  access: 'orders:create',
  summary: 'Cancels an order before any of its specimens is received.',
  params: OrderId,
  body: OrderReasonArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['ALREADY_RECEIVED', 'PAYMENT_PROCESSING', 'TRANSITION_NOT_ALLOWED'],
});

export const cancelSpecimens = defineCall({
  id: 'cancelSpecimens',
  method: 'post',
  path: '/api/orders/:id/cancel-specimens',
  access: 'orders:create',
  summary: 'Cancels specimens of an order.',
  params: OrderId,
  body: CancelSpecimensArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['TRANSITION_NOT_ALLOWED'],
});
