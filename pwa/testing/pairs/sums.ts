import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import type { JournalWorld } from './journal-world.ts';

const Delta = z.object({ delta: z.string() });
const Amount = z.object({ amount: z.string(), inCount: z.undefined().optional() });

/** Check that the drawn and returned amounts explain the remainder of every touched tube and lot. */
export function sumsThatDiffer(world: JournalWorld, start: number): string[] {
  const writtenRows = world.since(start);
  const problems: string[] = [];
  const first = new Map<string, Record<string, unknown>>();
  for (const { id, before } of writtenRows) if (before && !first.has(id)) first.set(id, before);
  const events = writtenRows.filter(({ entity }) => entity.name === event.name).map(({ row }) => row);
  for (const [id, before] of first) {
    const eventData = events.filter((one) => one['targetId'] === id).map((one) => one['data']);
    const tube = world.one(sample, id);
    if (tube) {
      const deltas = eventData.flatMap((data) => Delta.safeParse(data).data?.delta ?? []);
      const expectedRemaining = add(before['remainingVolume'], deltas);
      // A tube that left the lab has no volume, whatever was in it.
      const isDisposed = eventData.some(
        (data) => typeof data === 'object' && data !== null && 'to' in data && 'volume' in data,
      );
      if (
        !isDisposed &&
        expectedRemaining !== null &&
        tube.remainingVolume !== null &&
        !expectedRemaining.equals(tube.remainingVolume)
      )
        problems.push(`volume of ${id}: ${tube.remainingVolume} instead of ${expectedRemaining.toFixed()}`);
    }
    const lot = world.one(inventoryItem, id);
    const isRecounted = eventData.some(
      (data) => typeof data === 'object' && data !== null && ('counted' in data || 'reopened' in data),
    );
    if (lot && !isRecounted) {
      const draws = eventData.flatMap((data) => Amount.safeParse(data).data?.amount ?? []);
      const expectedRemaining = add(
        before['remaining'],
        draws.map((one) => new Decimal(one).negated().toFixed()),
      );
      if (expectedRemaining !== null && lot.remaining !== null && !expectedRemaining.equals(lot.remaining))
        problems.push(`stock of ${id}: ${lot.remaining} instead of ${expectedRemaining.toFixed()}`);
    }
  }
  return problems;
}

const add = (before: unknown, deltas: readonly string[]): Decimal | null =>
  typeof before === 'string' ? deltas.reduce((sum, delta) => sum.plus(delta), new Decimal(before)) : null;
