import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { isLater, lastPlacing, placeIn, placeOf } from './custody-chain.ts';
import { disposedProblem } from './disposal-bar.ts';
import { type Sightings, sightingsOf } from './sightings.ts';
import type { Placing, PlacingResult } from './typed-entry.ts';

/**
 * Return the result for a scan that saw a sample in its place before it left the lab: scan and disposal are
 * both true.
 */
export async function findLaterDeparture(
  tx: Transaction,
  context: OperationContext,
  { sample, container }: Placing,
): Promise<PlacingResult | null> {
  const disposalProblem = await disposedProblem(tx, sample);
  if (!disposalProblem) return null;
  const { placed: lastPlacement } = await sightingsOf(tx, sample);
  const from = lastPlacement && placeIn(lastPlacement.data['from']);
  if (!lastPlacement || isLater(context, lastPlacement) || from?.containerId !== container.id) return null;
  return { sample, effect: 'SUPERSEDED', code: 'SUPERSEDED_BY_SCAN', message: disposalProblem.message };
}

/** Check whether only a count of the container came later: a count confirms the container but no position. */
export function isCountOnly(
  context: OperationContext,
  { sample, container }: Placing,
  { events, placed: lastPlacement }: Sightings,
) {
  if (!lastPlacement || placeOf(lastPlacement)?.containerId !== container.id) return false;
  const isCount =
    lastPlacement.data['counted'] === true ||
    (lastPlacement.data['mode'] === 'STOCK_TAKE' &&
      ![lastPlacement.data['located']].flat().includes(sample.id));
  return isCount && isLater(context, lastPlacing(events.filter((one) => one.data['counted'] !== true)));
}
