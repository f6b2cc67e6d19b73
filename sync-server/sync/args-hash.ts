import { createHash } from 'node:crypto';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { isDeeperThan } from '#sync-server/http/request-bodies.ts';

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  // Entries, because a key such as `__proto__` must stay a plain key.
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)]);
}

/**
 * Hash what identifies an operation under (device, n): its id, name, version and arguments in any key order.
 */
export function argsHash({
  id,
  name,
  version,
  args,
}: Pick<OperationEnvelope, 'id' | 'name' | 'version' | 'args'>): string {
  return createHash('sha256')
    .update(JSON.stringify([id, name, version, sortKeys(args)]))
    .digest('hex');
}

const MAX_DEPTH = 60;

/**
 * Report whether arguments are nested deeper than those of any operation; such JSON is refused before it is
 * traversed.
 */
export const isTooDeep = (value: unknown): boolean => isDeeperThan(MAX_DEPTH, value);
