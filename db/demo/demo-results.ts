import { approveBatch } from '../batches/approve-batch.ts';
import { procedure } from '../protocols/procedure.ts';
import type { Sample } from '../samples/sample.ts';
import { runBatch, type Stage } from './demo-bench.ts';
import type { DemoOrder } from './demo-orders.ts';
import type { DemoWorld } from './demo-world.ts';

const done = { started: true, sections: 9, completed: true } as const;
/** The two batches from DNA to reads. */
const LIBRARY = {
  key: 'library',
  type: 'LIBRARY_PREPARATION',
  name: 'Barcoding for the last run',
  daysAgo: 5,
} as const;
const SEQUENCING = { key: 'sequence', type: 'SEQUENCING', name: 'Run of last week', daysAgo: 3.5 } as const;

/**
 * Complete the oldest of the orders that came as DNA: it was sequenced, a director approved the batch, and
 * its results wait to be released.
 */
export async function finishWork(demo: DemoWorld, orders: readonly DemoOrder[]): Promise<void> {
  const [first] = orders
    .filter(({ order, service, inWork }) => order.status === 'RECEIVED' && service.fromDna && !inWork)
    .filter(({ order, dates }) => order.packageType === 'TUBE' && dates.received > LIBRARY.daysAgo)
    .sort((one, other) => other.dates.received - one.dates.received);
  if (!first) return;
  const prioritySpecimenIds = new Set(first.specimens.map(({ id }) => id));
  const turnOf = ({ specimenId }: Sample): number => (prioritySpecimenIds.has(specimenId ?? '') ? 0 : 1);
  for (const stage of [LIBRARY, SEQUENCING]) {
    const batch: Stage = { ...stage, ...done, samples: first.specimens.length };
    const batchId = await runBatch(demo, batch, turnOf);
    const [method] = demo.world.select(procedure, { batchType: stage.type });
    const director = method?.clinical ? 'LAB_CLINICAL_DIRECTOR' : 'LAB_RESEARCH_DIRECTOR';
    if (batchId && method?.requiresDirectorApproval)
      await demo.perform(approveBatch, { batchId }, director, demo.ago(stage.daysAgo - 0.5));
  }
}
