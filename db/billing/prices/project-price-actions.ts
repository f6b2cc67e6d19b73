import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { discountBps, SALES_LEADER_LIMIT_BPS } from '#db/ordering/approvals/approval-rules.ts';
import { company } from '#db/organizations/company.ts';
import { project } from '#db/research/project.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ProjectBasedPricing } from './price.ts';
import { lowestListPrice } from './price-tiers.ts';

/** The actions that a person may take on a project's price. */
export const PROJECT_PRICE_ACTIONS = ['approve', 'reject', 'end'] as const;
export type ProjectPriceAction = (typeof PROJECT_PRICE_ACTIONS)[number];

type Agreement = Pick<ProjectBasedPricing, 'projectId' | 'protocolId' | 'amount' | 'effectiveFrom'>;
type AgreementPeriod = Pick<ProjectBasedPricing, 'approvedAt' | 'effectiveFrom' | 'effectiveTo'>;

/** Return the list price of one specimen for the project's company on the first day of the price. */
export async function matchingListPrice(tx: Transaction, row: Agreement): Promise<number | null> {
  const owner = await tx.get(project, row.projectId);
  const payer = owner && (await tx.get(company, owner.companyId));
  if (!payer) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return lowestListPrice(tx, row.protocolId, payer.type, row.effectiveFrom);
}

/** Return whether the price is further below the list price than the limit of the sales leader. */
export const isLargeAgreement = ({ amount }: Pick<Agreement, 'amount'>, list: number | null): boolean =>
  list !== null && discountBps(list, Math.max(0, list - amount)) > SALES_LEADER_LIMIT_BPS;

export const decidesProjectPrice = (role: Role, large: boolean): boolean =>
  hasCapability(role, large ? 'approveLargePrices' : 'approvePrices');

/** Return whether the price has ended or ends today. */
export const hasEnded = ({ effectiveTo }: AgreementPeriod, day: string): boolean =>
  effectiveTo !== null && effectiveTo <= day;

/** Return whether nothing was sold at the price: it was not approved, or has not begun. */
export const hasNotCounted = ({ approvedAt, effectiveFrom }: AgreementPeriod, day: string): boolean =>
  approvedAt === null || effectiveFrom > day;

/**
 * Return the actions that a person may take on a project's price on a day; the operations refuse the same
 * ones.
 */
export function projectPriceActionsFor(
  { role, userId }: { role: Role; userId: string },
  row: AgreementPeriod & Pick<ProjectBasedPricing, 'createdById'>,
  { large, day }: { large: boolean; day: string },
): ProjectPriceAction[] {
  const decides =
    row.approvedAt === null && may(role, 'lab/price-adjustments:update') && decidesProjectPrice(role, large);
  const allowedActions: Record<ProjectPriceAction, boolean> = {
    approve: decides && row.createdById !== userId,
    reject: decides,
    end: may(role, 'lab/project-base-pricing:update') && !hasEnded(row, day),
  };
  return PROJECT_PRICE_ACTIONS.filter((action) => allowedActions[action]);
}
