import { type Suspects, suspectsOf } from '#db/batches/suspects-of.ts';
import { sample } from '#db/samples/sample.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';

const COLLECTIONS = ['samples', 'batches', 'assigned-sections', 'inventory-items', 'equipment'] as const;

/** Return the lots and equipment that the batches of these samples used; undefined while they are read. */
export function useSuspects(sampleIds: readonly string[]): Suspects | undefined {
  const read = useRuleRead(COLLECTIONS, `suspects ${sampleIds.join(' ')}`, async (tx) => {
    const rows = await Promise.all(sampleIds.map((id) => tx.get(sample, id)));
    return suspectsOf(
      tx,
      rows.flatMap((row) => row?.batchId ?? []),
    );
  });
  return read === null ? { lots: [], equipment: [] } : read;
}
