import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, int, ref, requiredText } from '#db/values/field-types.ts';
import { CardLast4 } from './payment.ts';
import { PaymentProvider } from './payment-event.ts';

/**
 * A card that the members of an organization may pay with again. The card processor keeps the card; here are its
 * brand, last four digits and the person who agreed to saving it.
 */
export const savedCard = defineEntity({
  name: 'SavedCard',
  table: 'saved_card',
  schema: z.object({
    ...tenantFields,
    companyId: ref,
    provider: PaymentProvider,
    /** The card processor's id of the card. */
    paymentMethodId: requiredText,
    brand: requiredText,
    last4: CardLast4,
    expMonth: int.min(1).max(12),
    expYear: int.min(2000).max(2999),
    isDefault: bool,
    consentById: ref,
  }),
  indexes: ['companyId', 'paymentMethodId'],
  replica: null,
});
export type SavedCard = Row<typeof savedCard>;

/** A saved card as its organization sees it. */
export const ShownCard = savedCard.schema.pick({
  id: true,
  brand: true,
  last4: true,
  expMonth: true,
  expYear: true,
  isDefault: true,
});
export type ShownCard = z.infer<typeof ShownCard>;

/** A card as its processor reports it. */
export type ReportedCard = Pick<SavedCard, 'brand' | 'last4' | 'expMonth' | 'expYear'>;

/** Return whether a card has expired on a day; it is valid until the end of its month. */
export const isExpired = (
  { expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>,
  day: string,
): boolean => `${expYear}-${String(expMonth).padStart(2, '0')}` < day.slice(0, 7);
