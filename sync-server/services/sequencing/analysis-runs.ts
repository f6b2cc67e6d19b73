import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { type AnalysisRequest, readAnalysisRequest } from '#db/sequencing/analysis-runs/analysis-request.ts';
import { analysisRun } from '#db/sequencing/analysis-runs/analysis-run.ts';
import { failAnalysis, startAnalysis } from '#db/sequencing/analysis-runs/change-analysis-run.ts';
import {
  type AnalysisReport,
  receiveAnalysisReport,
} from '#db/sequencing/analysis-runs/receive-analysis-report.ts';
import type { Transaction } from '#db/transaction.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import {
  type AnalysisPipeline,
  PipelineRefused,
  PipelineUnavailable,
} from '#sync-server/integrations/analysis/analysis-pipeline.ts';
import { FailedForNow, type TaskSummary } from '#sync-server/jobs/task.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Read the business entity of a run; null without such a run. */
async function entityOfRun({ pool }: Services, id: string): Promise<BusinessEntity | null> {
  const { rows } = await pool.query('SELECT entity FROM analysis_run WHERE id = $1 AND NOT deleted', [id]);
  return rows[0] ? BusinessEntity.parse(rows[0].entity) : null;
}

const writeRun = <T>(
  { pool, env, now }: Services,
  entity: BusinessEntity,
  work: (tx: Transaction, context: OperationContext) => Promise<T>,
): Promise<T> =>
  writeAsSystem(pool, entity, { now: now(), timeZone: env.LAB_TIMEZONE, wholeLab: true }, work);

/** Execute a change of a run that still waits; a run that a person changed meanwhile stays as it is. */
const changeWaiting = (
  services: Services,
  entity: BusinessEntity,
  id: string,
  change: (tx: Transaction, context: OperationContext) => Promise<unknown>,
): Promise<void> =>
  writeRun(services, entity, async (tx, context) => {
    if ((await tx.get(analysisRun, id))?.status === 'NOT_STARTED') await change(tx, context);
  });

/** Record that the pipeline did not take a run, with what to do about it. */
async function failRun(
  services: Services,
  entity: BusinessEntity,
  { analysisRunId }: AnalysisRequest,
  problem: string,
): Promise<never> {
  const reason = `${problem} Check ANALYSIS_URL and the log of the pipeline, then retry the analysis.`;
  await changeWaiting(services, entity, analysisRunId, (tx, context) =>
    failAnalysis.run(tx, { analysisRunId, reason }, context),
  );
  throw new FailedForNow(problem);
}

/**
 * Send a run that waits to the pipeline. An unavailable pipeline is tried again by the queue; after the last attempt,
 * or when it refuses the run, the run has failed.
 */
export async function sendAnalysisRun(
  services: Services,
  pipeline: AnalysisPipeline,
  id: string,
  isLastAttempt: boolean,
): Promise<TaskSummary> {
  const entity = pipeline.isConnected ? await entityOfRun(services, id) : null;
  const request = entity && (await writeRun(services, entity, (tx) => readAnalysisRequest(tx, id)));
  if (!entity || !request) return { changed: 0 };
  const resultUrl = `${publicUrl(services.env, entity)}/api/lab/analysis/runs/${id}/result`;
  try {
    const { externalId } = await pipeline.start({ ...request, resultUrl }, services.now());
    await changeWaiting(services, entity, id, (tx, context) =>
      startAnalysis.run(tx, { analysisRunId: id, externalId }, context),
    );
    return { changed: 1 };
  } catch (error) {
    if (error instanceof PipelineRefused) return failRun(services, entity, request, error.message);
    if (!(error instanceof PipelineUnavailable)) throw error;
    if (isLastAttempt) return failRun(services, entity, request, error.message);
    throw error;
  }
}

const WAITING = `
  SELECT r.id FROM analysis_run r JOIN sample_result s ON s.id = r.sample_result_id
   WHERE r.status = 'NOT_STARTED' AND NOT r.deleted AND NOT s.deleted
     AND NOT EXISTS (SELECT 1 FROM analysis_run o WHERE o.sample_result_id = r.sample_result_id
                        AND o.attempt > r.attempt AND NOT o.deleted)
   ORDER BY r.created_at, r.id LIMIT 500`;

/** List the runs that wait for their start. */
export async function listWaitingRuns({ pool }: Services): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(WAITING);
  return rows.map(({ id }) => id);
}

/** Record what a pipeline reports about a run; returns whether the message is new. */
export async function receiveReport(
  services: Services,
  { analysisRunId, ...message }: { analysisRunId: string; messageId: string; report: AnalysisReport },
): Promise<boolean> {
  const entity = await entityOfRun(services, analysisRunId);
  if (!entity) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return writeRun(services, entity, (tx, context) =>
    receiveAnalysisReport(tx, context, { analysisRunId, ...message }),
  );
}
