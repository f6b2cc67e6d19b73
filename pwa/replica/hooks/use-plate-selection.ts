import { z } from 'zod';
import { useReplica } from './replica-context.tsx';
import { type Draft, useDraft } from './use-stored-draft.ts';

const Selection = z.array(z.string().max(64)).max(96);

const keyOf = (batchId: string): string => `plate-selection:${batchId}`;
const parse = (storedValue: unknown): string[] | undefined => Selection.safeParse(storedValue).data;
const NONE: string[] = [];

/**
 * Return the samples selected in the queue for a batch, in selection order, until they are placed on its
 * plate.
 */
export const usePlateSelection = (batchId: string): Draft<string[]> => useDraft(keyOf(batchId), NONE, parse);

/** Add samples selected in the queue to those already selected for a batch. */
export function useChooseForPlate(): (batchId: string, sampleIds: readonly string[]) => Promise<void> {
  const { store } = useReplica();
  return async (batchId, sampleIds) => {
    const key = keyOf(batchId);
    const before = parse((await store.side.drafts.get(key))?.value) ?? NONE;
    const value = [...new Set([...before, ...sampleIds])].slice(0, 96);
    await store.side.drafts.put({ key, value, updatedAt: new Date().toISOString() });
  };
}
