import { BATCH_TYPE_FACTS, BATCH_TYPES } from '#db/batches/batch.ts';
import { personName } from '#db/batches/find-batch.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { sample } from '#db/samples/sample.ts';
import { analysis } from '#db/sequencing/analyses/analysis.ts';
import { analysisRun } from '#db/sequencing/analysis-runs/analysis-run.ts';
import type { BatchResult } from '#db/sequencing/runs/batch-result.ts';
import { isCounted } from '#db/sequencing/runs/cumulative-yield.ts';
import { RunPlots } from '#db/sequencing/runs/imported-run.ts';
import { SAMPLE_RESULT_DISPLAY } from '#db/sequencing/runs/sample-result.ts';
import type { OrderResults } from '#db/specimens/results/results-of-order.ts';
import { readResultsOfRuns, type SequencedSample } from '#db/specimens/results/sequenced-sample.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';

/** A run as the report shows it. */
export interface ReportedRun {
  run: BatchResult;
  plots: RunPlots;
  /** Whether its yields are in the sums. */
  counts: boolean;
}

/** A sample with the names that the customer knows. */
export interface ReportedSample extends SequencedSample {
  specimenName: string;
  requisitionNumber: string;
  qcLabel: string;
}

/** What a QC report shows: the figures of the samples, their runs, and the versions of the methods. */
export interface QcReport {
  orderNumber: string;
  service: string;
  samples: readonly ReportedSample[];
  runs: readonly ReportedRun[];
  methods: readonly { stage: string; name: string; code: string; version: number }[];
  createdBy: string;
}

// The name of a clinical tube may be that of a patient.
const specimenName = (clinical: boolean, { customerSampleId, requisitionNumber }: Specimen): string =>
  clinical ? requisitionNumber : customerSampleId;

/** Read the content of the QC report of some specimens of an order; its samples are empty where nothing was sequenced. */
export async function readQcReport(
  tx: Transaction,
  all: OrderResults,
  specimens: readonly Specimen[],
  userId: string,
): Promise<QcReport> {
  const samples = specimens.flatMap((row) =>
    (all.sequenced.get(row.id) ?? []).map((one) => ({
      ...one,
      specimenName: specimenName(all.clinical, row),
      requisitionNumber: row.requisitionNumber,
      qcLabel: SAMPLE_RESULT_DISPLAY[one.qcStatus].label,
    })),
  );
  const sampleIds = samples.map(({ sampleId }) => sampleId);
  const results = await readResultsOfRuns(tx, sampleIds);
  const runs = new Map([...results.values()].flat().map(({ run }) => [run.id, run]));
  const service = await tx.get(protocol, all.order.protocolId);
  return {
    orderNumber: all.order.orderNumber ?? '',
    service: service ? `${service.name} (${service.code}, version ${service.protocolVersion})` : '',
    samples,
    runs: [...runs.values()].map((run) => ({
      run,
      plots: RunPlots.parse(run.plots),
      counts: isCounted(run),
    })),
    methods: [
      ...(await readMethods(tx, sampleIds)),
      ...(await readAnalyses(
        tx,
        [...results.values()].flat().map(({ result }) => result.id),
      )),
    ],
    createdBy: await personName(tx, userId),
  };
}

/** Read the procedures with which the samples were worked, in the order of the stages. */
async function readMethods(tx: Transaction, sampleIds: readonly string[]): Promise<QcReport['methods']> {
  const rows = sampleIds.length === 0 ? [] : await tx.find(sample, { id: [...sampleIds] });
  const methods: QcReport['methods'][number][] = [];
  for (const stage of BATCH_TYPES) {
    const ids = new Set(rows.flatMap((row) => row[PROCEDURE_ID_FIELD[stage]] ?? []));
    for (const id of ids) {
      const row = await tx.get(procedure, id);
      if (row)
        methods.push({
          stage: BATCH_TYPE_FACTS[stage].label,
          name: row.name,
          code: row.code,
          version: row.procedureVersion,
        });
    }
  }
  return methods;
}

/** Read the versions of the analyses that are done, with what they measured as part of the samples' figures. */
async function readAnalyses(tx: Transaction, resultIds: readonly string[]): Promise<QcReport['methods']> {
  const runs = resultIds.length === 0 ? [] : await tx.find(analysisRun, { sampleResultId: [...resultIds] });
  const done = runs.filter(({ status, deleted }) => status === 'DONE' && !deleted);
  const methods: QcReport['methods'][number][] = [];
  for (const id of new Set(done.map(({ analysisId }) => analysisId))) {
    const row = await tx.get(analysis, id);
    if (row)
      methods.push({ stage: 'Analysis', name: row.name, code: row.code, version: row.analysisVersion });
  }
  return methods;
}
