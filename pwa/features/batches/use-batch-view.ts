import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { BATCH_COLLECTIONS, type BatchView, readBatchView } from './batch-view.ts';

/** Follow one batch: undefined while it is read, null when this device does not have it. */
export const useBatchView = (batchId: string): BatchView | null | undefined =>
  useRuleRead(BATCH_COLLECTIONS, batchId, (tx, context) => readBatchView(tx, context, batchId));
