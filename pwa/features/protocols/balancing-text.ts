import type { Balanced, BalancedRow } from '#db/protocols/balancing.ts';
import type { Field } from '#db/protocols/field.ts';
import { BalancingOperands } from '#db/protocols/operands.ts';

const short = (value: string): string => String(Number(Number(value).toFixed(2)));

/** Check whether this balancing counts molecules (fmol) rather than mass (ng). */
export function isMolarField(field: Pick<Field, 'operands'>): boolean {
  const { data } = BalancingOperands.safeParse(field.operands);
  return (
    data !== undefined && (data.mode === 'EQUAL_MOLAR' || (data.mode === 'POOL' && data.basis === 'MOLAR'))
  );
}

/** Format what a row gives with rounded volumes: `gives 50.02 fmol`; null while it is unknown. */
export function achievedText(row: Pick<BalancedRow, 'mass' | 'amount'>, molar: boolean): string | null {
  const [value, unit] = molar ? [row.amount, 'fmol'] : [row.mass, 'ng'];
  return value === null ? null : `gives ${short(value)} ${unit}`;
}

/**
 * Format the total of all rows: the pool, or the amount that the poorest sample limits; null where neither
 * applies.
 */
export function balancingSummary(
  field: Pick<Field, 'label' | 'operands'>,
  balanced: Balanced,
): string | null {
  const { data } = BalancingOperands.safeParse(field.operands);
  if (!data) return null;
  const { pool, target } = balanced;
  if (pool) {
    const amount = pool.amount === null ? '' : `, ${short(pool.amount)} fmol`;
    return `${field.label}: the pool holds ${short(pool.volume)} µL at ${short(pool.concentration)} ng/µL${amount}.`;
  }
  if (data.target !== null || target === null) return null;
  const unit = isMolarField(field) ? 'fmol' : 'ng';
  return `${field.label}: ${short(target)} ${unit} of each sample, the most that every sample can give.`;
}
