import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, json, longText, ref } from '#db/values/field-types.ts';
import { ApprovalKind } from './approval-kind.ts';
import { ApprovalStatus } from './approval-status.ts';

/** One approval that an order needs before it is accepted, and its decision. */
export const orderApproval = defineEntity({
  name: 'OrderApproval',
  table: 'order_approval',
  schema: z.object({
    ...tenantFields,
    orderId: ref,
    kind: ApprovalKind,
    status: ApprovalStatus,
    decidedById: ref.nullable(),
    decidedAt: instant.nullable(),
    reason: longText.nullable(),
    /** The proposal, for the decider: amounts, percentages, the limit. */
    detail: json,
  }),
  create: [],
  update: [],
  list: {
    sort: ['createdAt', 'kind', 'status', 'decidedAt'],
    filter: ['orderId', 'kind', 'status'],
    search: [],
  },
  indexes: ['orderId', 'status'],
  replica: null,
});
export type OrderApproval = Row<typeof orderApproval>;
