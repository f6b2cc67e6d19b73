import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { discountBps, SALES_LEADER_LIMIT_BPS } from '#db/ordering/approval-rules.ts';
import { company } from '#db/organizations/company.ts';
import { project } from '#db/research/project.ts';
import type { Transaction } from '#db/transaction.ts';
import { lowestListPrice } from './list-price.ts';
import type { ProjectBasedPricing } from './project-based-pricing.ts';

/** What somebody may do with the price of a project. */
export const PROJECT_PRICE_ACTIONS = ['approve', 'reject', 'end'] as const;
export type ProjectPriceAction = (typeof PROJECT_PRICE_ACTIONS)[number];

type Agreement = Pick<ProjectBasedPricing, 'projectId' | 'protocolId' | 'amount' | 'effectiveFrom'>;
type AgreementPeriod = Pick<ProjectBasedPricing, 'approvedAt' | 'effectiveFrom' | 'effectiveTo'>;

/** What the list asks the project's company for one specimen on the first day of its price. */
export async function matchingListPrice(tx: Transaction, row: Agreement): Promise<number | null> {
  const owner = await tx.get(project, row.projectId);
  const payer = owner && (await tx.get(company, owner.companyId));
  if (!payer) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return lowestListPrice(tx, row.protocolId, payer.type, row.effectiveFrom);
}

/** Is it further below the list price than the sales leader decides alone? */
export const isLargeAgreement = ({ amount }: Pick<Agreement, 'amount'>, list: number | null): boolean =>
  list !== null && discountBps(list, Math.max(0, list - amount)) > SALES_LEADER_LIMIT_BPS;

export const decidesProjectPrice = (role: Role, large: boolean): boolean =>
  hasCapability(role, large ? 'approveLargePrices' : 'approvePrices');

/** Has it ended, or does it end today? */
export const hasEnded = ({ effectiveTo }: AgreementPeriod, day: string): boolean =>
  effectiveTo !== null && effectiveTo <= day;

/** Was nothing ever sold at it: nobody agreed, or it has not begun? */
export const hasNotCounted = ({ approvedAt, effectiveFrom }: AgreementPeriod, day: string): boolean =>
  approvedAt === null || effectiveFrom > day;

/** What somebody may do with the price of a project on this day; the acts themselves refuse the same. */
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
