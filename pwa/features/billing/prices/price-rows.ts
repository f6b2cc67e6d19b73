import { z } from 'zod';
import { type PriceRow, priceFor } from '#db/billing/prices/price-for.ts';
import { PriceForm } from '#db/billing/prices/price-form.ts';
import type { PricedProtocol, PriceList } from '#db/billing/prices/shown-prices.ts';
import { COMPANY_TYPES, type CompanyType, companyTypesOf } from '#db/organizations/company-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** Parse a number with at most two decimals into hundredths; null when invalid. */
function hundredths(text: string): number | null {
  const [, integerPart = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return integerPart === '' ? null : Number(integerPart) * 100 + Number(rest.padEnd(2, '0'));
}

/** Parse typed dollars into cents; null when invalid. */
export const centsOf = hundredths;

/** Parse a typed percentage into basis points; null when invalid. */
export const bpsOf = hundredths;

/** A column of the table: one kind of organization, or the standard price of all others. */
const KINDS = ['ALL', ...COMPANY_TYPES] as const;
export type Kind = (typeof KINDS)[number];
/** The kinds of organization that a business entity sells to. */
export const kindsOf = (entity: BusinessEntity): readonly Kind[] => ['ALL', ...companyTypesOf(entity)];
export const kindOf = (companyType: CompanyType | null): Kind => companyType ?? 'ALL';
const companyTypeOf = (kind: Kind): CompanyType | null => (kind === 'ALL' ? null : kind);

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

/** A price as form values. */
export interface PriceDraft extends Record<string, unknown> {
  protocolId: string;
  kind: string;
  minQuantity: string;
  amount: string;
  effectiveFrom: string;
  reason: string;
}

/** Parse the form values into a request. */
export const PriceDraftSchema = z.custom<PriceDraft>().transform((draft, context): PriceForm => {
  const kind = KINDS.find((one) => one === draft.kind);
  const parsed = PriceForm.safeParse({
    protocolId: draft.protocolId,
    companyType: kind ? companyTypeOf(kind) : draft.kind,
    minQuantity: draft.minQuantity === '' ? null : Number(draft.minQuantity),
    amount: centsOf(draft.amount),
    effectiveFrom: draft.effectiveFrom,
    reason: draft.reason,
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({
      code: 'custom',
      path: path[0] === 'companyType' ? ['kind'] : path.slice(0, 1),
      message,
    });
  return z.NEVER;
});
