import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { LinkToken } from '#db/identity/account-forms.ts';
import { ApprovalByLink, DecisionByLink } from '#db/ordering/approvals/approval-by-link.ts';
import { ApprovalPage } from '#db/ordering/approvals/listed-approval.ts';
import { DecisionForm, orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { Id } from '#db/values/id.ts';

const ApprovalId = z.strictObject({ id: Id });
const ApprovalQuery = listQueryOf(orderApproval);

export const listApprovals = defineCall({
  id: 'listApprovals',
  method: 'get',
  path: '/api/orders/approvals',
  access: 'orders:read',
  summary: 'Lists the open and decided approvals of orders of the own organizations.',
  query: ApprovalQuery,
  answer: ApprovalPage,
});

export const decideApproval = defineCall({
  id: 'decideApproval',
  method: 'post',
  path: '/api/orders/approvals/:id',
  access: 'orders:update',
  summary: 'Approves, returns or declines an order of the own organizations.',
  params: ApprovalId,
  body: DecisionForm,
  errors: ['ALREADY_DECIDED', 'OWN_ORDER', 'PAYMENT_PROCESSING'],
});

export const listLabApprovals = defineCall({
  id: 'listLabApprovals',
  method: 'get',
  path: '/api/lab/orders/approvals',
  access: 'lab/orders:read',
  summary: 'Lists the open and decided approvals of orders of all organizations.',
  query: ApprovalQuery,
  answer: ApprovalPage,
});

export const decideLabApproval = defineCall({
  id: 'decideLabApproval',
  method: 'post',
  path: '/api/lab/orders/approvals/:id',
  access: 'lab/orders:update',
  summary: 'Approves, returns or declines an order of any organization.',
  params: ApprovalId,
  body: DecisionForm,
  errors: ['ALREADY_DECIDED', 'OWN_ORDER', 'PAYMENT_PROCESSING'],
});

/** The token is sent in the body, because addresses are kept in logs. */
export const readApprovalByLink = defineCall({
  id: 'readApprovalByLink',
  method: 'post',
  path: '/api/auth/approval',
  access: 'open',
  summary: 'Reads what the link of an email decides, without using the link up.',
  body: z.strictObject({ token: LinkToken }),
  answer: ApprovalByLink,
  errors: ['ALREADY_DECIDED', 'LINK_INVALID'],
});

export const readPurchaseOrderByLink = defineCall({
  id: 'readPurchaseOrderByLink',
  method: 'post',
  path: '/api/auth/approval/purchase-order',
  access: 'open',
  summary: 'Reads the purchase order that the link of an email decides.',
  body: z.strictObject({ token: LinkToken }),
  answer: binary('application/octet-stream'),
  errors: ['ALREADY_DECIDED', 'LINK_INVALID'],
});

export const decideByLink = defineCall({
  id: 'decideByLink',
  method: 'post',
  path: '/api/auth/approval/decide',
  access: 'open',
  summary: 'Decides an approval by the link of an email, in the name of its recipient.',
  body: DecisionByLink,
  answer: z.object({ ok: z.boolean() }),
  errors: ['ALREADY_DECIDED', 'LINK_INVALID', 'OWN_ORDER', 'PAYMENT_PROCESSING'],
});
