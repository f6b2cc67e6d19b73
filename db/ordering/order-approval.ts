import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, json, longText, ref } from '#db/values/field-types.ts';
import { ApprovalKind } from './approval-kind.ts';
import { ApprovalStatus } from './approval-status.ts';

/** One rule that an order has to pass before it is accepted, and how it was decided. */
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
    /** What is proposed, for the one who decides: amounts, percentages, the limit. */
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
