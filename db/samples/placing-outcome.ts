import { applied, conflicted, merged, type RuleResult, warned } from '#db/operation.ts';
import type { Placed } from './place-samples.ts';

/** The one verdict on an act that put samples somewhere: the gravest of its parts, with every text that somebody must read. */
export function placingOutcome(placed: readonly Placed[], notes: readonly string[] = []): RuleResult {
  const told = placed.filter((one) => one.message !== null);
  const texts = [...new Set([...told.map((one) => one.message ?? ''), ...notes])];
  const message = texts.join(' ').slice(0, 2_000);
  const conflict = told.find((one) => one.effect === 'SLOT_TAKEN' || one.effect === 'WITHHELD');
  if (conflict) return conflicted(conflict.code ?? 'CONFLICT', message);
  const scanned = told.find((one) => one.code === 'SUPERSEDED_BY_SCAN');
  if (scanned) return merged('SUPERSEDED_BY_SCAN', message);
  if (texts.length === 0) return applied;
  return warned(told[0]?.code ?? 'NOTE', message);
}
