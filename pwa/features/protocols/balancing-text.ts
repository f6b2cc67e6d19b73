import type { Balanced, BalancedRow } from '#db/protocols/balancing.ts';
import type { Field } from '#db/protocols/field.ts';
import { BalancingOperands } from '#db/protocols/operands.ts';

const short = (value: string): string => String(Number(Number(value).toFixed(2)));

/** Does this balancing count molecules (fmol) rather than mass (ng)? */
export function isMolarField(field: Pick<Field, 'operands'>): boolean {
  const { data } = BalancingOperands.safeParse(field.operands);
  return (
    data !== undefined && (data.mode === 'EQUAL_MOLAR' || (data.mode === 'POOL' && data.basis === 'MOLAR'))
  );
}

/** What a row really gives with the volumes as they are rounded: `gives 50.02 fmol`; null while nothing is known. */
export function achievedText(row: Pick<BalancedRow, 'mass' | 'amount'>, molar: boolean): string | null {
  const [value, unit] = molar ? [row.amount, 'fmol'] : [row.mass, 'ng'];
  return value === null ? null : `gives ${short(value)} ${unit}`;
}

/** What all rows come to: the pool, or the amount that the poorest sample sets; null where neither is asked. */
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
