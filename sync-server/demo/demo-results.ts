import type { DemoWorld } from '#db/demo/demo-world.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { recallResults, releaseResults } from '#db/specimens/results/release-results.ts';
import { type OrderResults, readOrderResults } from '#db/specimens/results/results-of-order.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { writeQcReport } from '#sync-server/services/specimens/qc-report/qc-report-document.ts';
import { readQcReport } from '#sync-server/services/specimens/qc-report/read-qc-report.ts';
import { type DemoFile, storeFile } from './demo-files.ts';

const readAt = <T>(demo: DemoWorld, daysAgo: number, of: (tx: Transaction) => Promise<T>): Promise<T> =>
  demo.world.transaction({ at: demo.ago(daysAgo), userId: null, entity: demo.entity }, of);

/** Store the QC report of a specimen as of a day; a corrected one replaces the earlier one. */
async function putQcReport(
  demo: DemoWorld,
  of: Order,
  row: Specimen,
  { daysAgo, supersedesId = null }: { daysAgo: number; supersedesId?: string | null },
): Promise<DemoFile> {
  const uploadedById = demo.actor('LAB_MANAGER').userId;
  const at = demo.ago(daysAgo);
  const title = `Sequencing QC report ${row.julianId ?? row.requisitionNumber}`;
  const report = await readAt(demo, daysAgo, async (tx) =>
    readQcReport(tx, await readOrderResults(tx, of), [row], uploadedById),
  );
  const bytes = await writeQcReport(report, { entity: demo.entity, title, at });
  const about = { title: `${title}.pdf`, type: 'application/pdf', bytes, uploadedById, at, supersedesId };
  return storeFile(demo, { specimen: row }, { ...about, subType: 'SEQUENCING_QC_REPORT' });
}

/** List the specimens whose sequencing is decided: it passed, or its failure was accepted. */
const decidedSpecimens = ({ specimens, sequenced }: OrderResults): Specimen[] =>
  specimens.filter(({ id, status }) => {
    const samples = sequenced.get(id) ?? [];
    const isDecided = samples.every(({ qcStatus, acceptedAt }) => qcStatus === 'PASS' || acceptedAt !== null);
    return status === 'IN_PROGRESS' && samples.length > 0 && isDecided;
  });

/**
 * Insert the QC reports of the order that was sequenced for research: the first specimen is released, the second one
 * was recalled and has a corrected report, and the others wait for their release.
 */
export async function putSequencingReports(demo: DemoWorld): Promise<DemoFile[]> {
  const files: DemoFile[] = [];
  for (const of of demo.select(order, { status: 'PROCESSING' })) {
    const all = await readAt(demo, 0, (tx) => readOrderResults(tx, of));
    const rows = all.clinical ? [] : decidedSpecimens(all);
    const [released, recalled] = rows;
    if (!released || !recalled) continue;
    for (const row of rows) files.push(await putQcReport(demo, of, row, { daysAgo: 0.014 }));
    const release = (row: Specimen, daysAgo: number) =>
      demo.perform(
        releaseResults,
        { orderId: of.id, specimenIds: [row.id] },
        'LAB_MANAGER',
        demo.ago(daysAgo),
      );
    await release(released, 0.013);
    await release(recalled, 0.013);
    const recall = { recallFor: 'CORRECTED_REPORT', reason: 'The report names another tube.' } as const;
    const selection = { orderId: of.id, specimenIds: [recalled.id] };
    await demo.perform(recallResults, { ...selection, ...recall }, 'PROJECT_MANAGER', demo.ago(0.01));
    const wrong = files[rows.indexOf(recalled)];
    files.push(await putQcReport(demo, of, recalled, { daysAgo: 0.008, supersedesId: wrong?.id ?? null }));
    await release(recalled, 0.006);
  }
  return files;
}
