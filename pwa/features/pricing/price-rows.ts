import { type PriceRow, priceFor } from '#db/billing/price-for.ts';
import type { PricedProtocol, PriceList } from '#db/billing/shown-prices.ts';
import { COMPANY_TYPES, type CompanyType, companyTypesOf } from '#db/organizations/company-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** A column of the table: one kind of organization, or the standard price of all others. */
export const KINDS = ['ALL', ...COMPANY_TYPES] as const;
export type Kind = (typeof KINDS)[number];
/** The kinds of organization that a business entity sells to. */
export const kindsOf = (entity: BusinessEntity): readonly Kind[] => ['ALL', ...companyTypesOf(entity)];
export const kindOf = (companyType: CompanyType | null): Kind => companyType ?? 'ALL';
export const companyTypeOf = (kind: Kind): CompanyType | null => (kind === 'ALL' ? null : kind);

/** The prices of a protocol from a number of specimens on, by kind of organization. */
export interface TierRow {
  id: string;
  line: PricedProtocol;
  minQuantity: number;
  cells: Partial<Record<Kind, { now: PriceRow | null; next: PriceRow | null }>>;
}

/** List a row per tier of each protocol; a protocol without a price has a row that says so. */
export const tierRows = ({ day, protocols }: PriceList): TierRow[] =>
  protocols.flatMap((line) => {
    const tiers = [...new Set(line.prices.map(({ minQuantity }) => minQuantity))];
    return (tiers.length === 0 ? [1] : tiers).map((minQuantity) => {
      const cells: TierRow['cells'] = {};
      for (const row of line.prices.filter((one) => one.minQuantity === minQuantity)) {
        const kind = kindOf(row.companyType);
        const cell = cells[kind] ?? { now: null, next: null };
        cells[kind] = cell;
        if (row.effectiveFrom <= day) cell.now = row;
        else cell.next ??= row;
      }
      return { id: `${line.protocol.id} ${minQuantity}`, line, minQuantity, cells };
    });
  });

/**
 * Get today's price of a kind of organization in a tier where it has none of its own: its own price of a
 * lower tier, which takes precedence over the standard one. Null where the standard price applies.
 */
export function carriedOver({ line, minQuantity, cells }: TierRow, kind: Kind, day: string): number | null {
  const companyType = companyTypeOf(kind);
  if (companyType === null || cells[kind]?.now) return null;
  const { prices, protocol } = line;
  const priceResult = priceFor(
    { prices, projectPrices: [] },
    { protocolId: protocol.id, projectId: null, companyType, count: minQuantity, day },
  );
  return 'source' in priceResult && priceResult.source === 'COMPANY_TYPE' ? priceResult.amount : null;
}
