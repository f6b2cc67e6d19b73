import type { RetentionPeriod } from '#db/ordering/drafts/data-use-info.ts';
import { POST_SEQUENCE_OPTION, type PostSequenceOption } from '#db/ordering/orders/order-terms.ts';

/** Format a retention period. */
export function retentionText(period: RetentionPeriod): string {
  if (period === 'INDEFINITE') return 'Indefinitely';
  const years = period.replace('YEARS_', '');
  return years === '1' ? '1 year' : `${years} years`;
}

const option = (value: PostSequenceOption, note: string) => ({
  value,
  label: POST_SEQUENCE_OPTION[value],
  note,
});

/** Options for leftover material. */
export const MATERIAL = [
  option('STORE', 'Store it for further orders'),
  option('SHIP', 'Return it to you'),
  option('DESTROY', 'Destroy it after data delivery'),
];
