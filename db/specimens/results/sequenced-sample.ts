import { z } from 'zod';
import type { Sample } from '#db/samples/sample.ts';
import { type BatchResult, batchResult } from '#db/sequencing/runs/batch-result.ts';
import { isCounted } from '#db/sequencing/runs/cumulative-yield.ts';
import { type SampleResult, sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { readSampleTarget } from '#db/sequencing/runs/sample-target.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { isThrough } from './finished-work.ts';

const figures = sampleResult.schema.pick({
  n50: true,
  meanQscore: true,
  meanCoverage: true,
  qcStatus: true,
  comment: true,
  acceptedAt: true,
});

/** What all runs together gave for a sample whose sequencing is completed. */
export const SequencedSample = figures.extend({
  sampleId: Id,
  barcode: z.string(),
  cumulativeBases: sampleResult.schema.shape.cumulativeBases,
  /** The target of the service in bases; null without one. */
  targetBases: z.int().nullable(),
  /** Number of runs that count. */
  runs: z.int(),
});
export type SequencedSample = z.infer<typeof SequencedSample>;

/** What a run gave for a sample, with the run. */
export interface ResultOfRun {
  result: SampleResult;
  run: BatchResult;
}

/**
 * Return the quality of a sample over its runs: passed if any run that counts passed, failed if all of them
 * failed. Where no run counts, all are judged.
 */
export function qualityOf(results: readonly ResultOfRun[]): SampleResult['qcStatus'] {
  const countedRuns = results.filter(({ run }) => isCounted(run));
  const relevantRuns = countedRuns.length > 0 ? countedRuns : results;
  if (countedRuns.some(({ result }) => result.qcStatus === 'PASS')) return 'PASS';
  return relevantRuns.length > 0 && relevantRuns.every(({ result }) => result.qcStatus === 'FAIL')
    ? 'FAIL'
    : 'PENDING';
}

/** Read what each run gave for the given samples, by the id of the sample. */
export async function readResultsOfRuns(
  tx: Transaction,
  sampleIds: readonly string[],
): Promise<Map<string, ResultOfRun[]>> {
  const lists = new Map<string, ResultOfRun[]>();
  if (sampleIds.length === 0) return lists;
  const results = await tx.find(sampleResult, { sampleId: [...sampleIds], deleted: false });
  const runIds = [...new Set(results.map(({ batchResultId }) => batchResultId))];
  const runs = new Map(
    (runIds.length === 0 ? [] : await tx.find(batchResult, { id: runIds })).map((run) => [run.id, run]),
  );
  for (const result of results) {
    const run = runs.get(result.batchResultId);
    if (!run || run.deleted) continue;
    lists.set(result.sampleId, [...(lists.get(result.sampleId) ?? []), { result, run }]);
  }
  for (const list of lists.values())
    list.sort((one, other) => ((one.run.startedAt ?? '') < (other.run.startedAt ?? '') ? -1 : 1));
  return lists;
}

/** A library of a specimen: its first tube, and all that were loaded again for a top-up. */
interface Library {
  first: Sample;
  sampleIds: string[];
}

/** List the libraries whose results are released: of a restarted specimen those of the last attempt. */
function lastLibraries(samples: readonly Sample[]): Library[] {
  const through = samples.filter(isThrough);
  const attempt = Math.max(0, ...through.map((row) => row.attempt));
  const tubes = new Map(
    through.filter((row) => row.attempt === attempt).map((row) => [row.id, row] as const),
  );
  const firstTubeOf = (row: Sample): Sample => {
    const parent = row.parentSampleId === null ? undefined : tubes.get(row.parentSampleId);
    // A duplicate is a well of its own: its reads add nothing to its source.
    return parent === undefined || row.sampleKind === 'DUPLICATE' ? row : firstTubeOf(parent);
  };
  const libraries = new Map<string, Library>();
  for (const row of tubes.values()) {
    const first = firstTubeOf(row);
    const library = libraries.get(first.id) ?? { first, sampleIds: [] };
    library.sampleIds.push(row.id);
    libraries.set(first.id, library);
  }
  return [...libraries.values()];
}

/** Read what the runs gave for the samples of each specimen, by the id of the specimen. */
export async function readSequencedSamples(
  tx: Transaction,
  samplesOf: ReadonlyMap<string, readonly Sample[]>,
): Promise<Map<string, SequencedSample[]>> {
  const sequenced = new Map([...samplesOf].map(([id, samples]) => [id, lastLibraries(samples)]));
  const results = await readResultsOfRuns(
    tx,
    [...sequenced.values()].flat().flatMap(({ sampleIds }) => sampleIds),
  );
  const lists = new Map<string, SequencedSample[]>();
  for (const [specimenId, libraries] of sequenced) {
    const hasResults = libraries.some(({ sampleIds }) => sampleIds.some((id) => results.has(id)));
    const targetBases = hasResults ? (await readSampleTarget(tx, specimenId)).bases : null;
    lists.set(
      specimenId,
      libraries.flatMap(({ first, sampleIds }) =>
        summarize(
          first,
          sampleIds.flatMap((id) => results.get(id) ?? []),
          targetBases,
        ),
      ),
    );
  }
  return lists;
}

function summarize(
  row: Sample,
  results: readonly ResultOfRun[],
  targetBases: number | null,
): SequencedSample[] {
  const countedRuns = results.filter(({ run }) => isCounted(run));
  const largest = (countedRuns.length > 0 ? countedRuns : results).toSorted(
    (one, other) => other.result.basesPass - one.result.basesPass,
  )[0]?.result;
  if (!largest) return [];
  const accepted = results.map(({ result }) => result).findLast(({ acceptedAt }) => acceptedAt !== null);
  return [
    {
      sampleId: row.id,
      barcode: row.barcode,
      cumulativeBases: largest.cumulativeBases,
      targetBases,
      runs: countedRuns.length,
      n50: largest.n50,
      meanQscore: largest.meanQscore,
      meanCoverage: largest.meanCoverage,
      qcStatus: qualityOf(results),
      comment: accepted?.comment ?? null,
      acceptedAt: accepted?.acceptedAt ?? null,
    },
  ];
}
