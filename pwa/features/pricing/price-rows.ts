import { type PriceRow, priceFor } from '#db/billing/price-for.ts';
import type { PricedProtocol, PriceList } from '#db/billing/shown-prices.ts';
import { COMPANY_TYPES, type CompanyType, companyTypesOf } from '#db/organizations/company-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** A column of the table: one kind of company, or what all pay who have no price of their own. */
export const KINDS = ['ALL', ...COMPANY_TYPES] as const;
export type Kind = (typeof KINDS)[number];
/** The kinds that a business entity sells to. */
export const kindsOf = (entity: BusinessEntity): readonly Kind[] => ['ALL', ...companyTypesOf(entity)];
export const kindOf = (companyType: CompanyType | null): Kind => companyType ?? 'ALL';
export const companyTypeOf = (kind: Kind): CompanyType | null => (kind === 'ALL' ? null : kind);

/** The prices of a protocol from one number of specimens on, by kind of company. */
export interface TierRow {
  id: string;
  line: PricedProtocol;
  minQuantity: number;
  cells: Partial<Record<Kind, { now: PriceRow | null; next: PriceRow | null }>>;
}

/** A line for each tier of each protocol; a protocol without price has one that says so. */
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
 * What a kind of company pays today from a tier on though the tier has no price of its own for it: its own price of fewer
 * specimens, which goes before the standard one. Null where the standard price holds.
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
