import { personName } from '#db/batches/find-batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { analysis } from '#db/sequencing/analyses/analysis.ts';
import { analysisHash } from '#db/sequencing/analyses/analysis-content.ts';
import { protocolsOfAnalysis, validationFiles } from '#db/sequencing/analyses/open-analysis.ts';
import { SHOWN_RUNS, ShownAnalysis } from '#db/sequencing/analyses/shown-analysis.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { readAuthors, readInLab, readSignatures } from '#sync-server/services/protocols/read-version.ts';

const RUNS = `
  SELECT a.id, a.status, a.attempt, a.created_at AS "createdAt", a.ended_at AS "endedAt", a.message,
         r.batch_result_id AS "batchResultId", s.barcode AS "sampleBarcode"
    FROM analysis_run a JOIN sample_result r ON r.id = a.sample_result_id JOIN sample s ON s.id = r.sample_id
   WHERE a.lab = $1 AND a.analysis_id = $2 AND NOT a.deleted ORDER BY a.id DESC LIMIT ${SHOWN_RUNS}`;

const isoOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** Read a version of an analysis with what depends on it; a version of another lab is not found. */
export async function readAnalysisContent(
  services: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  id: string,
): Promise<ShownAnalysis> {
  const row = await readRow(services.pool, analysis, id, tenantOf(session));
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return readInLab(services, session, async (tx, client) => {
    const files = await validationFiles(tx, id);
    const contentHash = await analysisHash(row, files);
    const versions = await tx.find(analysis, { code: row.code, deleted: false });
    const protocols = await Promise.all(versions.map((version) => protocolsOfAnalysis(tx, version.id)));
    const runs = await client.query<Record<string, unknown>>(RUNS, [session.lab.id, id]);
    return ShownAnalysis.parse({
      analysis: row,
      contentHash,
      authors: await readAuthors(tx, row.authorIds),
      validatedBy: row.validatedById === null ? null : await personName(tx, row.validatedById),
      signatures: await readSignatures(tx, { targetType: 'Analysis', targetId: id, contentHash }),
      versions: versions.sort((one, other) => other.analysisVersion - one.analysisVersion),
      protocols: protocols.flat(),
      validationFiles: files.length,
      runs: runs.rows.map((run) => ({
        ...run,
        createdAt: isoOf(run['createdAt']),
        endedAt: isoOf(run['endedAt']),
      })),
    });
  });
}
