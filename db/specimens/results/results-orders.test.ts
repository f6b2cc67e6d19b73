import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { openResultsBench } from '#db/factories/benches/results-bench.ts';
import { buildImportedBarcode, buildImportedRun } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { isRecalledFile, type ResultsRecall } from '#db/records/files/result-files.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { sample } from '#db/samples/sample.ts';
import { batchResult } from '#db/sequencing/runs/batch-result.ts';
import { importRun } from '#db/sequencing/runs/import-run.ts';
import { judgeRun, judgeSampleResult } from '#db/sequencing/runs/judge-run.ts';
import { sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { topUpSample } from '#db/sequencing/runs/top-up-sample.ts';
import { acceptFailedSample } from './accept-failed-sample.ts';

const RUNS = ['run-1', 'run-2', 'run-3'] as const;
const SPECIMENS = ['s1', 's2'] as const;
const START_MS = Date.parse('2026-11-21T08:00:00.000Z');

const anyRun = fc.constantFrom(...RUNS);
const anySpecimen = fc.constantFrom(...SPECIMENS);
const anyReason = fc.option(fc.constant('Counted again'), { nil: null });

const anyStep = fc.oneof(
  fc.record({
    act: fc.constant('import' as const),
    run: anyRun,
    // In units of 30 Gb; the target of the service is 90 Gb.
    bases: fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })),
    reason: anyReason,
  }),
  fc.record({
    act: fc.constant('judge-run' as const),
    run: anyRun,
    verdict: fc.constantFrom('PASS' as const, 'PARTIAL' as const, 'FAIL' as const),
    counts: fc.boolean(),
    reason: anyReason,
  }),
  fc.record({
    act: fc.constant('judge-sample' as const),
    /** Null judges what every run gave. */
    run: fc.option(anyRun, { nil: null }),
    specimen: anySpecimen,
    verdict: fc.constantFrom('PASS' as const, 'FAIL' as const, null),
  }),
  fc.record({ act: fc.constant('accept' as const), specimen: anySpecimen }),
  fc.record({ act: fc.constant('top-up' as const), specimen: anySpecimen }),
  fc.record({
    act: fc.constant('attach' as const),
    specimen: anySpecimen,
    subType: fc.constantFrom('REPORT' as const, 'SEQUENCING_QC_REPORT' as const),
  }),
  fc.record({ act: fc.constant('release' as const), specimen: anySpecimen }),
  fc.record({
    act: fc.constant('recall' as const),
    specimen: anySpecimen,
    recallFor: fc.constantFrom('CORRECTED_REPORT' as const, 'REPEATED_WORK' as const),
  }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The bench with a clock: each step is a minute later. */
async function openTrial() {
  const lab = await openResultsBench();
  for (const id of SPECIMENS) lab.change(`${id}-library`, { status: 'COMPLETED', barcode: `${id}-library` });
  let minutes = 0;
  let topUps = 0;
  const now = (): string => new Date(START_MS + minutes * 60_000).toISOString();
  const inRoleNow = (role: Parameters<typeof inRole>[0]) => ({ ...inRole(role), occurredAt: now() });
  async function execute(step: Step): Promise<void> {
    const { world } = lab;
    if (step.act === 'import') {
      const barcodes = SPECIMENS.map((id, at) => {
        // The last tube of the library is on the flow cell.
        const tube = world.select(sample, { specimenId: id, stage: 'SEQUENCING' }).at(-1);
        const basesPass = (step.bases[at] ?? 0) * 30_000_000_000;
        return buildImportedBarcode({ alias: tube?.barcode ?? '', barcode: null, basesPass });
      });
      const run = buildImportedRun({ minknowRunId: step.run, barcodes });
      await runRule(
        world,
        importRun,
        { batchId: 'run', run, changeReason: step.reason },
        inRoleNow('LAB_TECH'),
      );
    } else if (step.act === 'judge-run') {
      const row = world.all(batchResult).find(({ minknowRunId }) => minknowRunId === step.run);
      if (!row) return;
      const { verdict, reason } = step;
      const counts = verdict !== 'FAIL' && step.counts;
      const args = { batchResultId: row.id, verdict, countsForOrder: counts, analyse: counts, reason };
      await runRule(world, judgeRun, args, inRoleNow('LAB_MANAGER'));
    } else if (step.act === 'judge-sample') {
      for (const { id, batchResultId } of world.select(sampleResult, { specimenId: step.specimen })) {
        if (step.run !== null && world.one(batchResult, batchResultId)?.minknowRunId !== step.run) continue;
        const args = { sampleResultId: id, verdict: step.verdict, reason: 'Looked at the reads' };
        await runRule(world, judgeSampleResult, args, inRoleNow('LAB_MANAGER'));
      }
    } else if (step.act === 'top-up') {
      const args = { sampleId: `${step.specimen}-library` };
      await runRule(world, topUpSample, args, inRoleNow('LAB_MANAGER'));
      topUps += 1;
      const tube = world.select(sample, { specimenId: step.specimen, status: 'IN_QUEUE' }).at(-1);
      if (tube) world.putRow(sample, { ...tube, status: 'COMPLETED', batchId: 'run' });
    } else if (step.act === 'accept') {
      const args = { sampleId: `${step.specimen}-library`, comment: 'Enough for the question' };
      await runRule(world, acceptFailedSample, args, inRoleNow('LAB_MANAGER'));
    } else if (step.act === 'attach') {
      lab.attach(step.specimen, { subType: step.subType, createdAt: now() });
    } else if (step.act === 'release') {
      await lab.release('LAB_MANAGER', [step.specimen], null, now());
    } else {
      await lab.recall('PROJECT_MANAGER', [step.specimen], step.recallFor, now());
    }
  }
  return {
    ...lab,
    topUps: () => topUps,
    advance: (): void => {
      minutes += 1;
    },
    /** Execute a step; returns whether it was accepted. */
    attempt: (step: Step): Promise<boolean> =>
      execute(step).then(
        () => true,
        () => false,
      ),
  };
}

type Trial = Awaited<ReturnType<typeof openTrial>>;

/** The cumulative yield of a library, over all its tubes, is the sum of its runs that count. */
function expectSums({ world }: Trial): void {
  for (const row of world.all(sampleResult)) {
    const countedResults = world.all(sampleResult).filter(({ specimenId, batchResultId }) => {
      const run = world.one(batchResult, batchResultId);
      return specimenId === row.specimenId && run?.countsForOrder === true && run.qcVerdict !== 'FAIL';
    });
    expect(row.cumulativeBases).toBe(countedResults.reduce((sum, { basesPass }) => sum + basesPass, 0));
  }
}

const yieldOf = ({ world }: Trial, specimen: string): number =>
  world.all(sampleResult).find(({ specimenId }) => specimenId === specimen)?.cumulativeBases ?? 0;

/** What was released has a passed sample, or a comment on the failed one that a later report carries. */
function expectAccepted(trial: Trial, specimen: string): void {
  const rows = trial.world.select(sampleResult, { specimenId: specimen });
  if (rows.length === 0 || rows.some(({ qcStatus }) => qcStatus === 'PASS')) return;
  expect(rows.some(({ qcStatus }) => qcStatus === 'FAIL')).toBe(true);
  const accepted = rows.find(({ acceptedAt }) => acceptedAt !== null);
  expect(accepted?.comment).toBe('Enough for the question');
  const reports = trial.world
    .select(s3File, { targetId: specimen })
    .filter(
      ({ subType, createdAt }) =>
        subType === 'SEQUENCING_QC_REPORT' && createdAt >= (accepted?.acceptedAt ?? ''),
    );
  expect(reports.length).toBeGreaterThan(0);
}

/** Reports of a recalled specimen are withdrawn from its customer. */
function expectWithdrawn(trial: Trial, specimen: string): void {
  const recalls: ResultsRecall[] = trial
    .events(specimen)
    .filter(({ type }) => type === 'RESULTS_RECALLED')
    .map(({ occurredAt, data }) => ({
      specimenId: specimen,
      at: occurredAt,
      repeated: data['to'] === 'RESET',
    }));
  const last = recalls.at(-1)?.at;
  if (last === undefined) return;
  for (const file of trial.world.select(s3File, { targetId: specimen }))
    if (file.createdAt <= last) expect(isRecalledFile(file, recalls)).toBe(true);
}

test('any order of imports, verdicts, releases and recalls keeps the sums, comments and recalls', async () => {
  let releases = 0;
  let acceptedReleases = 0;
  let topUps = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 80, size: 'max' }), async (steps) => {
      const trial = await openTrial();
      for (const step of steps) {
        trial.advance();
        const releasedBefore = SPECIMENS.filter((id) => trial.specimen(id)?.resultsReleasedAt);
        const yieldsBefore = releasedBefore.map((id) => yieldOf(trial, id));
        const eventsBefore = releasedBefore.map((id) => trial.events(id).length);
        const isAccepted = await trial.attempt(step);
        expectSums(trial);
        for (const [at, id] of releasedBefore.entries()) {
          // Only a recall withdraws results, and figures do not change without an entry for the customer.
          if (step.act !== 'recall') expect(trial.specimen(id)?.resultsReleasedAt).toBeTruthy();
          if (yieldOf(trial, id) === yieldsBefore[at]) continue;
          const added = trial.events(id).slice(eventsBefore[at]);
          expect(added.map(({ type }) => type)).toContain('RESULTS_FIGURES_CHANGED');
          if (step.act === 'judge-run') expect(step.reason).not.toBeNull();
        }
        if (step.act === 'release' && isAccepted) {
          releases += 1;
          expectAccepted(trial, step.specimen);
          if (
            trial.world
              .select(sampleResult, { specimenId: step.specimen })
              .some(({ acceptedAt }) => acceptedAt)
          )
            acceptedReleases += 1;
        }
        for (const id of SPECIMENS) expectWithdrawn(trial, id);
      }
      topUps += trial.topUps();
    }),
    { numRuns: 150, seed: 19 },
  );
  // The steps are chosen so that releases of each kind occur.
  expect(releases).toBeGreaterThan(20);
  expect(acceptedReleases).toBeGreaterThan(0);
  expect(topUps).toBeGreaterThan(20);
}, 120_000);
