import { hasCapability, requireCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { closeDiscrepancy } from '#db/specimens/discrepancies/open-discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_LIFECYCLE } from '#db/specimens/specimen-lifecycle.ts';
import { withdrawSpecimen } from '#db/specimens/withdraw-specimen.ts';
import { orderPhrase } from '#db/values/order-name.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import type { Order } from './order.ts';
import { openOrder } from './order-access-scope.ts';
import { CancelSpecimensArgs } from './order-action-args.ts';
import type { OrderStatus } from './order-status.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/**
 * The order statuses in which single specimens can be canceled; before acceptance an order is returned and
 * changed instead.
 */
const FROM = [
  'ORDERED',
  'SHIPPED',
  'RECEIVED',
  'QUARANTINED',
  'PROCESSING',
  'ON_HOLD',
] as const satisfies readonly OrderStatus[];

/**
 * Return whether a role may cancel a specimen of an order now (domain 4.2). Before its receipt more roles may
 * than later.
 */
export const mayCancelSpecimen = (
  role: Role,
  of: Pick<Order, 'status'>,
  row: Pick<Specimen, 'status' | 'receivedAt'>,
): boolean =>
  FROM.some((status) => status === of.status) &&
  SPECIMEN_LIFECYCLE[row.status].includes('CANCELED') &&
  hasCapability(role, row.receivedAt === null ? 'cancelSpecimens' : 'cancelReceivedSpecimens');

/**
 * Cancel specimens of an order: their samples are withdrawn, the amounts to bill are recomputed, the others
 * continue.
 */
export const cancelSpecimens = defineOperation({
  name: 'cancel-specimens',
  version: 1,
  kind: 'intent',
  title: 'Cancel specimens',
  grant: 'create-order:read',
  args: CancelSpecimensArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, specimenIds, reason, internalReason }, context) {
    const { row: of } = await openOrder(tx, context, orderId);
    const { role } = context.actor;
    if (!hasCapability(role, 'cancelSpecimens')) requireCapability(context, 'cancelReceivedSpecimens');
    const live = await activeSpecimens(tx, orderId);
    const selected = live.filter(({ id }) => specimenIds.includes(id));
    if (selected.length < new Set(specimenIds).size)
      throw refuse(
        'VALIDATION',
        `Choose specimens of ${orderPhrase(of)} that are not canceled yet. Load the page again.`,
      );
    const not = selected.filter((row) => !mayCancelSpecimen(role, of, row));
    if (not.length > 0)
      throw refuse(
        'TRANSITION_NOT_ALLOWED',
        `${not.map(({ customerSampleId }) => customerSampleId).join(', ')} cannot be canceled now. Reload the page.`,
      );
    const discrepancies = await tx.find(discrepancy, { specimenId: selected.map(({ id }) => id) });
    for (const one of discrepancies.filter(({ resolution }) => resolution === 'OPEN'))
      await closeDiscrepancy(tx, context, one, 'CANCELED', reason);
    // Customers have no words for the lab only.
    const note = seesAllCompanies(role) ? internalReason : null;
    for (const one of selected) await withdrawSpecimen(tx, context, one, reason, note);
    await deriveOrderStatus(tx, context, orderId);
    return applied;
  },
});
