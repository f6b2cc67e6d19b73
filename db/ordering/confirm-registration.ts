import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { Id } from '#db/values/id.ts';
import { acceptOrder } from './accept-order.ts';
import { openForAct } from './open-for-act.ts';
import { order } from './order.ts';
import { repriceOrder } from './reprice-order.ts';
import { readSubmission } from './submission.ts';
import { specimenProblems } from './submitted-rows.ts';

/** The specimens of an anticipated order are all named: it is ordered, for as many as there are (domain 4.1, 8.1). */
export const confirmRegistration = defineOperation({
  name: 'confirm-registration',
  version: 1,
  kind: 'intent',
  title: 'Confirm specimens',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId }, context) {
    const { row, owner } = await openForAct(tx, context, orderId, ['confirm-registration']);
    const named = await readSubmission(tx, context, row, owner);
    const count = named.specimens.length;
    if (count === 0) throw refuse('NO_SPECIMENS', 'Enter at least one specimen.');
    const problems = specimenProblems(named.facts.rows, { clinical: named.facts.clinical !== null });
    if (problems.length > 0)
      throw new AppError(
        'VALIDATION',
        MESSAGES.fixForm,
        problems.map(({ field, message }) => ({ path: field, message })),
      );
    const counted = await tx.patch(order, orderId, { projectedSpecimenCount: count });
    const { quote } = await readSubmission(tx, context, counted, owner);
    for (const one of named.specimens) await tx.patch(specimen, one.id, { salesPrice: quote.unit });
    const { pricePerSpecimen, discountPerSpecimen } = quote;
    const priced = await tx.patch(order, orderId, { pricePerSpecimen, discountPerSpecimen });
    await repriceOrder(tx, context, priced);
    await acceptOrder(tx, context, priced);
    return applied;
  },
});
