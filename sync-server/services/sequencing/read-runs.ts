import type { z } from 'zod';
import type { ListQuery } from '#db/api/list-query.ts';
import { batch } from '#db/batches/batch.ts';
import { personName } from '#db/batches/find-batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { sample } from '#db/samples/sample.ts';
import { listAnalysisFiles } from '#db/sequencing/analysis-runs/analysis-files.ts';
import { batchResult } from '#db/sequencing/runs/batch-result.ts';
import { readTopUp } from '#db/sequencing/runs/read-top-up.ts';
import { type SampleResult, sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { readSampleTarget } from '#db/sequencing/runs/sample-target.ts';
import {
  type RunBatch,
  RunBatches,
  RunRow,
  type RunSample,
  ShownRun,
} from '#db/sequencing/runs/shown-run.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listRows, readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { readInLab } from '#sync-server/services/protocols/read-version.ts';
import { readAnalysisRuns } from './read-analysis-runs.ts';

type Services = Pick<AppServices, 'pool' | 'now'>;

const BATCH_NAMES = 'SELECT id, julian_id AS name FROM batch WHERE id = ANY ($1)';
const SEQUENCER_NAMES = 'SELECT id, name FROM sequencer WHERE id = ANY ($1)';

async function readNames({ pool }: Services, text: string, ids: readonly (string | null)[]) {
  const { rows } = await pool.query<{ id: string; name: string }>(text, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Read one page of the runs of the lab, with the names of their batches and instruments. */
export async function readRunRows(services: Services, session: Session, query: ListQuery) {
  const page = await listRows(services.pool, batchResult, query, tenantOf(session));
  const [batches, sequencers] = await Promise.all([
    readNames(
      services,
      BATCH_NAMES,
      page.rows.map(({ batchId }) => batchId),
    ),
    readNames(
      services,
      SEQUENCER_NAMES,
      page.rows.map(({ sequencerId }) => sequencerId),
    ),
  ]);
  const rows = page.rows.map((row) =>
    RunRow.parse({
      ...row,
      batchJulianId: batches.get(row.batchId) ?? '',
      sequencerName: row.sequencerId === null ? null : (sequencers.get(row.sequencerId) ?? null),
    }),
  );
  return { ...page, rows };
}

/** Read the newest analysis of what a run gave for a sample, with the files to choose from while it is open. */
async function readNewestAnalysis(
  tx: Transaction,
  { id, specimenId }: SampleResult,
): Promise<Pick<RunSample, 'analysisRun' | 'resultFiles'>> {
  const [newest = null] = await readAnalysisRuns(tx, [id]);
  const isOpen = newest?.status === 'NOT_STARTED' || newest?.status === 'RUNNING';
  return { analysisRun: newest, resultFiles: isOpen ? await listAnalysisFiles(tx, specimenId) : [] };
}

/** Read a run with its samples and their targets; a run of another lab is not found. */
export async function readShownRun(services: Services, session: Session, id: string): Promise<ShownRun> {
  const row = await readRow(services.pool, batchResult, id, tenantOf(session));
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return readInLab(services, session, async (tx) => {
    const results = await tx.find(sampleResult, { batchResultId: id, deleted: false });
    const samples = await Promise.all(
      results.map(async (result): Promise<RunSample> => {
        const tube = await tx.get(sample, result.sampleId);
        return {
          result,
          sampleBarcode: tube?.barcode ?? '',
          targetBases: (await readSampleTarget(tx, result.specimenId)).bases,
          overriddenBy: result.overriddenById === null ? null : await personName(tx, result.overriddenById),
          ...(await readNewestAnalysis(tx, result)),
          topUp: result.qcStatus === 'PENDING' ? (await readTopUp(tx, result.sampleId)).proposal : null,
        };
      }),
    );
    const targets = samples.flatMap(({ targetBases }) => targetBases ?? []);
    const instrument = row.sequencerId === null ? undefined : await tx.get(sequencer, row.sequencerId);
    const of = await tx.get(batch, row.batchId);
    return ShownRun.parse({
      run: row,
      batch: of,
      sequencer: instrument ?? null,
      verdictBy: row.verdictById === null ? null : await personName(tx, row.verdictById),
      samples: samples.sort((a, b) => (a.sampleBarcode < b.sampleBarcode ? -1 : 1)),
      targetBases: targets.length === 0 ? null : targets.reduce((sum, one) => sum + one, 0),
    });
  });
}

// A batch may be completed before the last files of its runs are copied.
const RUN_BATCHES = `
  SELECT id, julian_id AS "julianId", name, status FROM batch
   WHERE lab = $1 AND type = 'SEQUENCING' AND status IN ('IN_PROGRESS', 'COMPLETED') AND NOT deleted
   ORDER BY status DESC, started_at DESC NULLS LAST LIMIT 100`;

/** Read the batches into which a run may be imported. */
export function readRunBatches(
  services: Services,
  session: Session,
  minknowRunId: string,
): Promise<z.infer<typeof RunBatches>> {
  return readInLab(services, session, async (tx, client) => {
    const [known] = await tx.find(batchResult, { minknowRunId, deleted: false });
    const { rows } = await client.query<RunBatch>(RUN_BATCHES, [session.lab.id]);
    return RunBatches.parse({ knownBatchId: known?.batchId ?? null, batches: rows });
  });
}
