import { analysis } from '#db/sequencing/analyses/analysis.ts';
import { readAnalysisFiles } from '#db/sequencing/analysis-runs/analysis-files.ts';
import { analysisRun } from '#db/sequencing/analysis-runs/analysis-run.ts';
import type { ShownAnalysisRun } from '#db/sequencing/runs/shown-run.ts';
import type { Transaction } from '#db/transaction.ts';

/** Read the analyses of what runs gave for a sample with their files, the newest first. */
export async function readAnalysisRuns(
  tx: Transaction,
  sampleResultIds: readonly string[],
): Promise<ShownAnalysisRun[]> {
  const runs = await tx.find(analysisRun, { sampleResultId: sampleResultIds, deleted: false });
  // A later result has a later id, and each attempt on it a higher number.
  runs.sort((one, other) =>
    one.sampleResultId === other.sampleResultId
      ? other.attempt - one.attempt
      : one.sampleResultId < other.sampleResultId
        ? 1
        : -1,
  );
  return Promise.all(
    runs.map(async (run) => {
      const version = await tx.get(analysis, run.analysisId);
      const analysisName = version ? `${version.name}, version ${version.analysisVersion}` : '';
      return { ...run, analysisName, files: await readAnalysisFiles(tx, run) };
    }),
  );
}
