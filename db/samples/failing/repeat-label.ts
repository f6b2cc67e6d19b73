import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import type { Sample } from '#db/samples/sample.ts';

/** A failed sample whose reason proposes a repeat, and the tube from which the repeat would start. */
export interface ProposedRepeat {
  failed: Sample;
  /** Null when too little is left: the customer is asked for a new specimen. */
  material: Sample | null;
}

/** What re-queuing this sample does, as a button says it. */
export const repeatLabel = ({ material }: Pick<ProposedRepeat, 'material'>): string =>
  material === null || material.stage === null
    ? 'Ask for a new specimen'
    : `Re-queue in ${BATCH_TYPE_FACTS[material.stage].label}`;

/** What re-queuing these samples does, in one sentence that names the stage and the source. */
export function describeRepeats(repeats: readonly Pick<ProposedRepeat, 'failed' | 'material'>[]): string {
  const [only] = repeats;
  if (repeats.length === 1 && only)
    return only.material === null
      ? `${repeatLabel(only)}: too little is left.`
      : `${repeatLabel(only)} from ${only.material.barcode}.`;
  const counts = new Map<string, number>();
  for (const one of repeats) counts.set(repeatLabel(one), (counts.get(repeatLabel(one)) ?? 0) + 1);
  return [...counts].map(([label, count]) => `${label}: ${count} of ${repeats.length}.`).join(' ');
}
