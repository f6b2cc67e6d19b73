import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { CUSTOMER_DECISIONS, type CustomerDecision, mayDecide } from './customer-decision.ts';
import type { Discrepancy } from './discrepancy.ts';
import { RESOLUTIONS_FOR } from './resolve-discrepancy.ts';
import type { Specimen } from './specimen.ts';

/** Who decides: the work on a specimen is called off by a manager of the company, by who ordered it, or by the lab. */
interface Decider {
  role: Role;
  ordered: boolean;
}

/** What decides which ways out a specimen has. */
export interface DecisionFacts {
  specimen: Pick<Specimen, 'status' | 'receivedAt'>;
  /** Discrepancies that nobody has resolved. */
  open: readonly Pick<Discrepancy, 'type'>[];
  /** Is there a sample that could go on? What is destroyed or used up cannot. */
  material: boolean;
  by: Decider;
}

const mayCancel = ({ role, ordered }: Decider): boolean =>
  ordered || !hasCapability(role, 'decideOnOwnSpecimens') || hasCapability(role, 'answerForCompany');

/** The decisions that are open to somebody now; none unless the specimen waits for one. */
export function decisionsFor({ specimen, open, material, by }: DecisionFacts): CustomerDecision[] {
  if (specimen.status !== 'ACTION_REQUIRED' || !mayDecide(by.role)) return [];
  return CUSTOMER_DECISIONS.filter((decision) => {
    if (decision === 'SEND_REPLACEMENT') return true;
    if (decision === 'CANCEL') return mayCancel(by);
    const acceptable = open.every(({ type }) => RESOLUTIONS_FOR[type].includes('PROCEED_AT_RISK'));
    return specimen.receivedAt !== null && material && acceptable;
  });
}
