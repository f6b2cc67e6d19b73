import { applied, conflicted, merged, type RuleResult, warned } from '#db/operation.ts';
import type { PlacingResult } from './typed-entry.ts';

/**
 * Return the one verdict of an operation that placed samples: the most severe of its parts, with all their
 * texts.
 */
export function placingOutcome(results: readonly PlacingResult[], notes: readonly string[] = []): RuleResult {
  const withMessage = results.filter((one) => one.message !== null);
  const texts = [...new Set([...withMessage.map((one) => one.message ?? ''), ...notes])];
  const message = texts.join(' ').slice(0, 2_000);
  const conflict = withMessage.find((one) => one.effect === 'SLOT_TAKEN' || one.effect === 'WITHHELD');
  if (conflict) return conflicted(conflict.code ?? 'CONFLICT', message);
  const scanned = withMessage.find((one) => one.code === 'SUPERSEDED_BY_SCAN');
  if (scanned) return merged('SUPERSEDED_BY_SCAN', message);
  if (texts.length === 0) return applied;
  return warned(withMessage[0]?.code ?? 'NOTE', message);
}
