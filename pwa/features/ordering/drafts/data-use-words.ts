import type { RetentionPeriod } from '#db/ordering/drafts/data-use-info.ts';
import { POST_SEQUENCE_OPTION, type PostSequenceOption } from '#db/ordering/orders/order-terms.ts';

/** Format a retention period. */
export function retentionText(period: RetentionPeriod): string {
  if (period === 'INDEFINITE') return 'Without end';
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
  option('STORE', 'The lab keeps it, for further orders'),
  option('SHIP', 'The lab sends it back to you'),
  option('DESTROY', 'The lab destroys it when the data are out'),
];
