import { z } from 'zod';
import { MAX_SPECIMENS } from '#db/ordering/drafts/draft-form.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Reason } from '#db/values/reason.ts';

/** The maximum price of one specimen, in cents. */
export const MAX_PRICE = 100_000_000;

const Cents = z
  .int('Enter an amount in dollars and cents.')
  .min(0, 'Enter an amount of zero or more.')
  .max(MAX_PRICE, 'Enter at most $1,000,000.00.');
const Day = z.iso.date('Choose a day.');
const Count = z
  .int('Enter a whole number.')
  .min(1, 'At least one specimen.')
  .max(MAX_SPECIMENS, `No more than ${MAX_SPECIMENS} specimens.`);

/** The form of a price: first day, kind of company or all, minimum number of specimens. */
export const PriceForm = z.strictObject({
  protocolId: Id,
  companyType: CompanyType.nullable().default(null),
  minQuantity: Count,
  amount: Cents,
  effectiveFrom: Day,
  effectiveTo: Day.nullable().default(null),
  reason: orEmpty(oneLine('', 300)).default(null),
});
export type PriceForm = z.infer<typeof PriceForm>;

/** The end of a price after a last day; null withdraws one that has not begun. */
export const PriceEnd = z.strictObject({ lastDay: Day.nullable() });

/** The form of a project's price. */
export const ProjectPriceForm = z.strictObject({
  projectId: Id,
  protocolId: Id,
  amount: Cents,
  effectiveFrom: Day,
  effectiveTo: Day.nullable().default(null),
  maxSpecimens: z
    .int('Enter a whole number.')
    .min(1, 'At least one specimen.')
    .max(1_000_000)
    .nullable()
    .default(null),
});
export type ProjectPriceForm = z.infer<typeof ProjectPriceForm>;

/** The end of a project's price. */
export const ProjectPriceEnd = z.strictObject({ reason: Reason });

const LabelAndReason = {
  label: oneLine('Enter the text for the invoice.', 100),
  reason: oneLine('Reason is required', 500),
};
const Amount = z
  .int('Enter an amount in dollars and cents.')
  .min(1, 'Enter an amount above zero.')
  .max(MAX_PRICE, 'Enter at most $1,000,000.00.');

/** A proposed discount or fee. */
export const AdjustmentForm = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('DISCOUNT_PERCENT'),
    percentBps: z
      .int('Enter a percentage.')
      .min(1, 'Enter a percentage above zero.')
      .max(10_000, 'Enter at most 100%.'),
    ...LabelAndReason,
  }),
  z.strictObject({ type: z.literal('DISCOUNT_FIXED'), amount: Amount, ...LabelAndReason }),
  z.strictObject({ type: z.literal('FEE'), amount: Amount, ...LabelAndReason }),
]);
export type AdjustmentForm = z.infer<typeof AdjustmentForm>;
