import { layoutOfPlate } from '#db/batches/started-layout.ts';
import type { FirstValueStart } from '#db/protocols/first-value.ts';
import { loadSectionRun } from '#db/protocols/section-run.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';

/**
 * Read the additional arguments of a batch's first value: the plate that this device shows, because a value
 * alone does not name the plate that was worked on (domain 5.11, case 29). Empty for every later value.
 */
export function useFirstValueStart(
  assignedSectionId: string,
): () => Promise<{ start?: NonNullable<FirstValueStart> }> {
  const ask = useAskRules();
  return async () => {
    const sectionRun = await ask((tx, context) => loadSectionRun(tx, context, assignedSectionId));
    if (sectionRun?.batch.status !== 'NOT_STARTED') return {};
    const samples = sectionRun.rows.flatMap((row) => (row.sample ? [row.sample] : []));
    const controls = sectionRun.rows.flatMap((row) => (row.control ? [row.control] : []));
    return { start: { batchId: sectionRun.batch.id, layout: layoutOfPlate({ samples, controls }) } };
  };
}
