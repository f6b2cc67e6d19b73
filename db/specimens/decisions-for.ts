import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { CUSTOMER_DECISIONS, type CustomerDecision, mayDecide } from './customer-decision.ts';
import type { Discrepancy } from './discrepancy.ts';
import { RESOLUTIONS_FOR } from './resolve-discrepancy.ts';
import type { Specimen } from './specimen.ts';

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
