import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { sample } from '#db/samples/sample.ts';
import { sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { readSampleTarget } from '#db/sequencing/runs/sample-target.ts';
import { SampleAnalyses } from '#db/sequencing/runs/shown-run.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { readInLab } from '#sync-server/services/protocols/read-version.ts';
import { readAnalysisRuns } from './read-analysis-runs.ts';

/** Read the newest result of a sample and the analyses of all its results; a sample of another lab is not found. */
export async function readSampleAnalyses(
  services: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  sampleId: string,
): Promise<SampleAnalyses> {
  const row = await readRow(services.pool, sample, sampleId, tenantOf(session));
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return readInLab(services, session, async (tx) => {
    const results = await tx.find(sampleResult, { sampleId, deleted: false });
    const newest = results.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0];
    if (!newest) return { result: null, targetBases: null, analysisRuns: [] };
    const runOf = new Map(results.map(({ id, batchResultId }) => [id, batchResultId]));
    const analysisRuns = await readAnalysisRuns(tx, [...runOf.keys()]);
    return SampleAnalyses.parse({
      result: newest,
      targetBases: (await readSampleTarget(tx, newest.specimenId)).bases,
      analysisRuns: analysisRuns.map((run) => ({ ...run, batchResultId: runOf.get(run.sampleResultId) })),
    });
  });
}
