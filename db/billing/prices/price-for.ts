import type { CompanyType } from '#db/organizations/company-type.ts';
import type { Price, ProjectBasedPricing } from './price.ts';

export const NO_PRICE = 'No price is set for this service.';

/**
 * The subject of pricing: a number of specimens of a protocol for a kind of company, on the day of
 * submission.
 */
export interface PriceQuestion {
  protocolId: string;
  projectId: string | null;
  companyType: CompanyType;
  count: number;
  day: string;
}

export type PriceRow = Pick<
  Price,
  'id' | 'protocolId' | 'amount' | 'minQuantity' | 'companyType' | 'effectiveFrom' | 'effectiveTo' | 'deleted'
>;
/** A project's price, and the number of specimens of other orders that used it. */
type ProjectPriceRow = Pick<
  ProjectBasedPricing,
  | 'id'
  | 'projectId'
  | 'protocolId'
  | 'amount'
  | 'effectiveFrom'
  | 'effectiveTo'
  | 'maxSpecimens'
  | 'approvedAt'
  | 'deleted'
> & { used: number };

/** The prices that may apply to an order; rows of other protocols and projects are ignored. */
export interface PriceBook {
  prices: readonly PriceRow[];
  projectPrices: readonly ProjectPriceRow[];
}

/** The price of one specimen, its source, and the list price. */
export interface FoundPrice {
  amount: number;
  source: 'PROJECT' | 'COMPANY_TYPE' | 'STANDARD';
  priceId: string;
  /** The amount without the project's agreement; null when the list has none. */
  listAmount: number | null;
  /** Why the project's price does not apply, when there is one. */
  warning: string | null;
}

const holds = (row: { effectiveFrom: string; effectiveTo: string | null; deleted: boolean }, day: string) =>
  !row.deleted && row.effectiveFrom <= day && (row.effectiveTo === null || day <= row.effectiveTo);

interface Dated {
  id: string;
  effectiveFrom: string;
}

// Of two agreements on a day the later one counts; ids only make the order deterministic.
const later = (a: Dated, b: Dated): number =>
  a.effectiveFrom === b.effectiveFrom ? (a.id < b.id ? 1 : -1) : a.effectiveFrom < b.effectiveFrom ? 1 : -1;

function tierOf(rows: readonly PriceRow[], companyType: CompanyType | null, count: number) {
  return rows
    .filter((row) => row.companyType === companyType && row.minQuantity <= count)
    .sort((a, b) => b.minQuantity - a.minQuantity || later(a, b))[0];
}

function listPrice(book: PriceBook, { protocolId, companyType, count, day }: PriceQuestion) {
  const rows = book.prices.filter((row) => row.protocolId === protocolId && holds(row, day));
  const own = tierOf(rows, companyType, count);
  if (own) return { row: own, source: 'COMPANY_TYPE' as const };
  const standard = tierOf(rows, null, count);
  return standard && { row: standard, source: 'STANDARD' as const };
}

function projectPrices(book: PriceBook, { projectId, protocolId, day }: PriceQuestion): ProjectPriceRow[] {
  if (projectId === null) return [];
  return book.projectPrices
    .filter((row) => row.projectId === projectId && row.protocolId === protocolId)
    .filter((row) => row.approvedAt !== null && holds(row, day))
    .sort(later);
}

const leftOf = ({ maxSpecimens, used: usedCount }: ProjectPriceRow): number =>
  maxSpecimens === null ? Number.POSITIVE_INFINITY : Math.max(0, maxSpecimens - usedCount);

const notCovered = (remaining: number): string =>
  remaining === 0
    ? 'The project price is used up. The normal price applies.'
    : `The project price covers only ${remaining} more ${remaining === 1 ? 'specimen' : 'specimens'}. The normal price applies.`;

/**
 * Return the price of one specimen (domain 8.1): the project's price when the whole order fits into it,
 * otherwise the price for the kind of company, otherwise the standard price, each by the largest tier that
 * the number of specimens reaches.
 */
export function priceFor(book: PriceBook, question: PriceQuestion): FoundPrice | { problem: string } {
  const agreed = projectPrices(book, question);
  const list = listPrice(book, question);
  const listAmount = list?.row.amount ?? null;
  const fitting = agreed.find((row) => question.count <= leftOf(row));
  if (fitting)
    return { amount: fitting.amount, source: 'PROJECT', priceId: fitting.id, listAmount, warning: null };
  if (!list) return { problem: NO_PRICE };
  const warning = agreed.length > 0 ? notCovered(Math.max(...agreed.map(leftOf))) : null;
  return { amount: list.row.amount, source: list.source, priceId: list.row.id, listAmount, warning };
}
