import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ListCounts } from '#db/api/list-counts.ts';
import { exportQueryOf, listQueryOf } from '#db/api/list-query.ts';
import { ORDER_LIST, OrderChoices, OrderPage } from '#db/ordering/orders/listed-order.ts';
import {
  AddKitsArgs,
  CancelSpecimensArgs,
  ConfirmRegistrationArgs,
  MarkOrderShippedArgs,
  OrderActionArgs,
  OrderReasonArgs,
  OverrideOrderArgs,
  ReleaseOrderArgs,
} from '#db/ordering/orders/order-action-args.ts';
import { SalesPortal } from '#db/ordering/orders/orders-summary.ts';
import { ShownOrder, ShownRegistration } from '#db/ordering/orders/shown-order.ts';
import { Id } from '#db/values/id.ts';

const OrderId = z.strictObject({ id: Id });

export const listLabOrders = defineCall({
  id: 'listLabOrders',
  method: 'get',
  path: '/api/lab/orders',
  access: 'lab/orders:read',
  summary: 'Lists the orders of all organizations.',
  query: listQueryOf(ORDER_LIST),
  answer: OrderPage,
});

export const countLabOrders = defineCall({
  id: 'countLabOrders',
  method: 'get',
  path: '/api/lab/orders/counts',
  access: 'lab/orders:read',
  summary: 'Counts the orders of all organizations in each built-in view of the list.',
  answer: ListCounts,
});

export const exportLabOrders = defineCall({
  id: 'exportLabOrders',
  method: 'get',
  path: '/api/lab/orders/export',
  access: 'lab/orders:read',
  summary: 'Sends all orders of a filtered list as a CSV file or a workbook.',
  query: exportQueryOf(ORDER_LIST),
  answer: binary('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});

export const readLabOrderChoices = defineCall({
  id: 'readLabOrderChoices',
  method: 'get',
  path: '/api/lab/orders/choices',
  access: 'lab/orders:read',
  summary: 'Lists the organizations, services and projects by which the list of orders can be filtered.',
  answer: OrderChoices,
});

export const readSalesPortal = defineCall({
  id: 'readSalesPortal',
  method: 'get',
  path: '/api/lab/orders/desk',
  access: 'lab/orders:read',
  summary: 'Reads the work that waits for sales.',
  answer: SalesPortal,
});

export const readLabOrder = defineCall({
  id: 'readLabOrder',
  method: 'get',
  path: '/api/lab/orders/:id',
  access: 'lab/orders:read',
  summary: 'Reads one order with its specimens, shipments, price and history.',
  params: OrderId,
  answer: ShownOrder,
});

export const readLabRegistration = defineCall({
  id: 'readLabRegistration',
  method: 'get',
  path: '/api/lab/orders/:id/confirm-registration',
  access: 'lab/orders:read',
  summary: 'Reads the new total and the approvals that a confirmation of the entered specimens brings.',
  params: OrderId,
  answer: ShownRegistration,
  errors: ['NO_SPECIMENS', 'TRANSITION_NOT_ALLOWED'],
});

export const confirmLabRegistration = defineCall({
  id: 'confirmLabRegistration',
  method: 'post',
  path: '/api/lab/orders/:id/confirm-registration',
  access: 'lab/orders:update',
  summary: 'Places an anticipated order for the customer for the specimens that were entered.',
  params: OrderId,
  body: ConfirmRegistrationArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['NO_SPECIMENS', 'TOTAL_CHANGED', 'TRANSITION_NOT_ALLOWED'],
});

export const markLabOrderShipped = defineCall({
  id: 'markLabOrderShipped',
  method: 'post',
  path: '/api/lab/orders/:id/mark-shipped',
  access: 'lab/orders:update',
  summary: 'Records that the customer has given a package to the carrier.',
  params: OrderId,
  body: MarkOrderShippedArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['NOTHING_TO_SEND', 'TRANSITION_NOT_ALLOWED'],
});

export const cancelLabOrder = defineCall({
  id: 'cancelLabOrder',
  method: 'post',
  path: '/api/lab/orders/:id/cancel',
  access: 'lab/orders:update',
  summary: 'Cancels an order for the customer before any of its specimens is received.',
  params: OrderId,
  body: OrderReasonArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['ALREADY_RECEIVED', 'PAYMENT_PROCESSING', 'TRANSITION_NOT_ALLOWED'],
});

export const cancelLabSpecimens = defineCall({
  id: 'cancelLabSpecimens',
  method: 'post',
  path: '/api/lab/orders/:id/cancel-specimens',
  access: 'lab/orders:update',
  summary: 'Cancels specimens of an order for the customer.',
  params: OrderId,
  body: CancelSpecimensArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const addKits = defineCall({
  id: 'addKits',
  method: 'patch',
  path: '/api/lab/orders/:id/kits',
  access: 'lab/orders:update',
  summary: 'Sends more collection kits with an accepted order.',
  params: OrderId,
  body: AddKitsArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const holdOrder = defineCall({
  id: 'holdOrder',
  method: 'patch',
  path: '/api/lab/orders/:id/hold',
  access: 'lab/orders:update',
  summary: 'Puts an order on hold, with its specimens that are in no batch.',
  params: OrderId,
  body: OrderReasonArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const releaseOrder = defineCall({
  id: 'releaseOrder',
  method: 'patch',
  path: '/api/lab/orders/:id/release',
  access: 'lab/orders:update',
  summary: 'Releases an order from its hold.',
  params: OrderId,
  body: ReleaseOrderArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const overrideOrder = defineCall({
  id: 'overrideOrder',
  method: 'patch',
  path: '/api/lab/orders/:id/override',
  access: 'lab/orders:update',
  summary: 'Forces the status of an order, with a reason that stays in its history.',
  params: OrderId,
  body: OverrideOrderArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: [
    'NOTHING_CHANGED',
    'NOTHING_FINISHED',
    'RELEASE_FIRST',
    'TRANSITION_NOT_ALLOWED',
    'UNFINISHED_CHANGED',
  ],
});

export const closeOrder = defineCall({
  id: 'closeOrder',
  method: 'patch',
  path: '/api/lab/orders/close/:id',
  access: 'lab/orders/close:update',
  summary: 'Completes an order whose work and bill are done.',
  params: OrderId,
  body: OrderActionArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['NOT_FINISHED', 'TRANSITION_NOT_ALLOWED'],
});

export const cancelReceivedOrder = defineCall({
  id: 'cancelReceivedOrder',
  method: 'patch',
  path: '/api/lab/orders/override/cancel/:id',
  access: 'lab/orders/override/cancel:update',
  summary: 'Cancels an order after the receipt of its specimens, and bills the work that was begun.',
  params: OrderId,
  body: OrderReasonArgs.omit({ orderId: true }),
  answer: ShownOrder,
  errors: ['PAYMENT_PROCESSING', 'TRANSITION_NOT_ALLOWED'],
});

/** The reason is free text and must not be part of a URL. */
export const deleteOrder = defineCall({
  id: 'deleteOrder',
  method: 'delete',
  path: '/api/lab/orders/delete-order/:id',
  access: 'lab/orders/delete-order:delete',
  summary: 'Deletes a draft from all lists; it stays in the history.',
  params: OrderId,
  body: OrderReasonArgs.omit({ orderId: true }),
  errors: ['ALREADY_RECEIVED', 'TRANSITION_NOT_ALLOWED'],
});
