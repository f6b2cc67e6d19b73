import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { openService, requireForSale } from './open-service.ts';
import { service } from './service.ts';
import { assertServiceTransition } from './service-lifecycle.ts';
import { ServiceStatus } from './service-status.ts';
import { maySetServiceStatus } from './service-status-rules.ts';

/** Put a service on sale, take it off, or make it internal (domain 4.5). */
export const changeServiceStatus = defineOperation({
  name: 'change-service-status',
  version: 1,
  kind: 'intent',
  title: 'Change status of service',
  grant: 'lab/services:update',
  args: z.strictObject({
    serviceId: Id,
    status: ServiceStatus,
    /** Why it is taken off sale; required only then. */
    reason: Reason.nullable().default(null),
  }),
  subjects: ({ serviceId }) => [serviceId],
  async run(tx, { serviceId, status, reason }, context) {
    const row = await openService(tx, context, serviceId);
    if (row.status === status) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    if (!maySetServiceStatus(context.actor.role, row.status)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    assertServiceTransition(row.status, status);
    if (row.status === 'LIVE' && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    if (status === 'LIVE') await requireForSale(tx, context, row);
    await tx.patch(service, serviceId, { status });
    await recordEvent(tx, context, {
      type: 'SERVICE_STATUS_CHANGED',
      targetType: 'Service',
      targetId: serviceId,
      data: { from: row.status, to: status, ...(reason === null ? {} : { reason }) },
    });
    return applied;
  },
});
