import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import { mirroringSamples, releaseFrom } from '#db/specimens/holding/held-samples.ts';
import { type Specimen, specimenOf } from '#db/specimens/specimen.ts';
import { withdrawSpecimen } from '#db/specimens/withdraw-specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { replaceSpecimen } from './apply-resolution.ts';
import {
  CUSTOMER_DECISIONS,
  type CustomerDecision,
  DECIDED_AS,
  type Discrepancy,
  discrepancy,
  mayDecide,
  SpecimenDecision,
} from './discrepancy.ts';
import { closeDiscrepancy } from './open-discrepancy.ts';
import { RESOLUTIONS_FOR } from './resolve-discrepancy.ts';

/**
 * The person who decides: a manager of the company, the person who ordered, or the lab cancels the work on a
 * specimen.
 */
interface Decider {
  role: Role;
  ordered: boolean;
}

/** The facts that determine the available decisions about a specimen. */
export interface DecisionFacts {
  specimen: Pick<Specimen, 'status' | 'receivedAt'>;
  /** Discrepancies that nobody has resolved. */
  open: readonly Pick<Discrepancy, 'type'>[];
  /** Whether a sample can continue; destroyed or depleted ones cannot. */
  material: boolean;
  by: Decider;
}

const mayCancel = ({ role, ordered }: Decider): boolean =>
  ordered || !hasCapability(role, 'decideOnOwnSpecimens') || hasCapability(role, 'answerForCompany');

/** List the decisions that a person can take now; none unless the specimen awaits one. */
export function decisionsFor({ specimen, open, material, by }: DecisionFacts): CustomerDecision[] {
  if (specimen.status !== 'ACTION_REQUIRED' || !mayDecide(by.role)) return [];
  return CUSTOMER_DECISIONS.filter((decision) => {
    if (decision === 'SEND_REPLACEMENT') return true;
    if (decision === 'CANCEL') return mayCancel(by);
    const acceptable = open.every(({ type }) => RESOLUTIONS_FOR[type].includes('PROCEED_AT_RISK'));
    return specimen.receivedAt !== null && material && acceptable;
  });
}

const DECISION_TEXT: Record<CustomerDecision, string> = {
  SEND_REPLACEMENT: 'Customer sends a replacement',
  PROCEED_AT_RISK: 'Customer proceeds at risk',
  CANCEL: 'Customer cancels',
};

async function carryOut(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  decision: CustomerDecision,
  note: string,
): Promise<void> {
  if (decision === 'SEND_REPLACEMENT') return replaceSpecimen(tx, context, row, note);
  if (decision === 'CANCEL') await withdrawSpecimen(tx, context, row, note);
  else await releaseFrom(tx, context, row, note);
}

async function assertOpen(
  tx: Transaction,
  context: OperationContext,
  { row, order, open }: { row: Specimen; order: Order; open: readonly Discrepancy[] },
  decision: CustomerDecision,
): Promise<void> {
  if (row.status !== 'ACTION_REQUIRED')
    throw refuse(
      'NOTHING_TO_DECIDE',
      `Specimen ${row.customerSampleId} no longer needs a decision. Reload the page.`,
    );
  const offeredDecisions = decisionsFor({
    specimen: row,
    open,
    material: (await mirroringSamples(tx, row.id)).length > 0,
    by: { role: context.actor.role, ordered: order.createdByUserId === context.actor.userId },
  });
  if (!offeredDecisions.includes(decision))
    throw refuse('DECISION_NOT_OFFERED', 'This decision is not open to you here. Choose another.');
}

/**
 * Decide about a specimen as the customer (domain 4.2, 6.6): send a replacement, proceed at risk, or cancel.
 * The decision resolves its open discrepancies.
 */
export const decideSpecimen = defineOperation({
  name: 'decide-specimen',
  version: 1,
  kind: 'intent',
  title: 'Decide about specimen',
  grant: 'specimens:read',
  args: z.strictObject({ specimenId: Id, ...SpecimenDecision.shape }),
  subjects: ({ specimenId }) => [specimenId],
  async run(tx, { specimenId, decision, note }, context) {
    const row = await specimenOf(tx, specimenId);
    const { row: order } = await openOrder(tx, context, row.orderId);
    const discrepancies = await tx.find(discrepancy, { specimenId });
    const open = discrepancies.filter(({ resolution }) => resolution === 'OPEN');
    await assertOpen(tx, context, { row, order, open }, decision);
    const decisionNote = `${DECISION_TEXT[decision]}: ${note}`;
    for (const one of open) await closeDiscrepancy(tx, context, one, DECIDED_AS[decision], decisionNote);
    await carryOut(tx, context, row, decision, decisionNote);
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});
