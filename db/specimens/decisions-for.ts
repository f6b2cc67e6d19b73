import { isOneOf, type Role } from '#db/access/roles.ts';
import { MANAGER_ROLES } from '#db/organizations/company-lifecycle.ts';
import {
  CUSTOMER_DECISIONS,
  type CustomerDecision,
  DECIDING_CUSTOMERS,
  mayDecide,
} from './customer-decision.ts';
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
  ordered || !isOneOf(role, DECIDING_CUSTOMERS) || isOneOf(role, MANAGER_ROLES);

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
