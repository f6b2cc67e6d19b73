import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { isLater, lastPlacing, placeIn, placeOf } from './custody-chain.ts';
import { disposedProblem } from './disposal-bar.ts';
import type { Placed, Placing } from './place-samples.ts';
import { type Sightings, sightingsOf } from './sightings.ts';

/** Answers a scan that saw a sample where it lay before it left the lab: scan and disposal are both true. */
export async function leftAfterwards(
  tx: Transaction,
  context: OperationContext,
  { sample, container }: Placing,
): Promise<Placed | null> {
  const gone = await disposedProblem(tx, sample);
  if (!gone) return null;
  const { placed } = await sightingsOf(tx, sample);
  const from = placed && placeIn(placed.data['from']);
  if (!placed || isLater(context, placed) || from?.containerId !== container.id) return null;
  return { sample, effect: 'SUPERSEDED', code: 'SUPERSEDED_BY_SCAN', message: gone.message };
}

/** Says whether only a count of the container came later: it says that the sample is in it, not in which position. */
export function onlyCounted(
  context: OperationContext,
  { sample, container }: Placing,
  { events, placed }: Sightings,
) {
  if (!placed || placeOf(placed)?.containerId !== container.id) return false;
  const counted =
    placed.data['counted'] === true ||
    (placed.data['mode'] === 'STOCK_TAKE' && ![placed.data['located']].flat().includes(sample.id));
  return counted && isLater(context, lastPlacing(events.filter((one) => one.data['counted'] !== true)));
}
