import { may } from '#db/access/grants.ts';
import { layoutOfPlate } from '#db/batches/started-layout.ts';
import { loadSectionRun } from '#db/protocols/section-run.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';

/**
 * Starts the batch of a section before its first value, with the layout that this device shows: a value alone does not
 * say which plate was worked on (domain 5.11, case 29). A batch that cannot be started is left to the value's own rule.
 */
export function useStartBeforeValues(assignedSectionId: string): () => Promise<void> {
  const { actor } = useReplica();
  const run = useRunOperation();
  const ask = useAskRules();
  return async () => {
    if (!may(actor.role, 'lab/batches:update')) return;
    const shown = await ask((tx, context) => loadSectionRun(tx, context, assignedSectionId));
    if (shown?.batch.status !== 'NOT_STARTED') return;
    const samples = shown.rows.flatMap((row) => (row.sample ? [row.sample] : []));
    const controls = shown.rows.flatMap((row) => (row.control ? [row.control] : []));
    await run('start-batch', { batchId: shown.batch.id, layout: layoutOfPlate({ samples, controls }) });
  };
}
