import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { openResultsBench } from '#db/factories/benches/results-bench.ts';
import { buildBatchResult, buildSampleResult } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { batchResult } from '#db/sequencing/runs/batch-result.ts';
import { judgeSampleResult } from '#db/sequencing/runs/judge-run.ts';
import { type SampleResult, sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { acceptFailedSample } from './accept-failed-sample.ts';

const EARLIER = '2026-11-21T08:00:00.000Z';
const AFTERWARDS = '2026-11-21T10:30:00.000Z';
const COMMENT = 'Coverage suffices for the question.';

/** The library of specimen s1 was sequenced in one run with this quality; its results are attached. */
async function sequenced(qcStatus: SampleResult['qcStatus'], { clinical = false } = {}) {
  const lab = await openResultsBench({ clinical });
  lab.attach('s1', { createdAt: EARLIER });
  const ids = { id: 'result', sampleId: 's1-library', batchResultId: 'run-1', specimenId: 's1' };
  lab.world.putRow(batchResult, buildBatchResult({ id: 'run-1', batchId: 'run' }));
  const addResult = (overrides: Partial<SampleResult>) =>
    lab.world.putRow(
      sampleResult,
      buildSampleResult({
        ...ids,
        overriddenById: overrides.qcStatus === 'FAIL' ? 'lea' : null,
        ...overrides,
      }),
    );
  addResult({ qcStatus });
  const accept = (role: Role = 'LAB_MANAGER') =>
    runRule(lab.world, acceptFailedSample, { sampleId: 's1-library', comment: COMMENT }, inRole(role));
  const result = () => lab.world.one(sampleResult, 'result');
  return { ...lab, addResult, accept, result };
}

const refusal = (text: string) => ({ code: 'NOT_READY', message: expect.stringContaining(text) });

describe('a release of sequenced samples', () => {
  test('passes where the sequencing passed', async () => {
    const lab = await sequenced('PASS');
    expect((await lab.release('LAB_MANAGER', ['s1'])).outcome).toBe('APPLIED');
  });

  test('waits for a verdict on the sequencing', async () => {
    const lab = await sequenced('PENDING');
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      refusal('Pass it, fail it, or sequence it further'),
    );
    expect(lab.specimen('s1')?.resultsReleasedAt).toBeNull();
  });

  test('counts a pass of any run that counts, and none of a failed run', async () => {
    const lab = await sequenced('FAIL');
    lab.world.putRow(batchResult, buildBatchResult({ id: 'run-2', batchId: 'run', startedAt: AFTERWARDS }));
    lab.addResult({ id: 'later', batchResultId: 'run-2', qcStatus: 'PASS' });
    const run = lab.world.one(batchResult, 'run-2');
    if (run)
      lab.world.putRow(batchResult, { ...run, qcVerdict: 'FAIL', countsForOrder: false, analyse: false });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(refusal('failed. Accept it'));
    if (run) lab.world.putRow(batchResult, run);
    expect((await lab.release('LAB_MANAGER', ['s1'])).outcome).toBe('APPLIED');
  });

  test('of a failed sample needs a comment and a QC report that was created after it', async () => {
    const lab = await sequenced('FAIL');
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(refusal('failed. Accept it'));
    lab.attach('s1', { subType: 'SEQUENCING_QC_REPORT', createdAt: EARLIER });
    await lab.accept();
    expect(lab.result()).toMatchObject({ comment: COMMENT, acceptedAt: '2026-11-21T10:00:00.000Z' });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(refusal('Create the QC report'));
    lab.attach('s1', { subType: 'SEQUENCING_QC_REPORT', createdAt: AFTERWARDS });
    expect((await lab.release('LAB_MANAGER', ['s1'])).outcome).toBe('APPLIED');
    await expect(lab.accept()).rejects.toMatchObject({ code: 'RESULTS_RELEASED' });
  });

  test('asks for a new comment after a new verdict', async () => {
    const lab = await sequenced('FAIL');
    await lab.accept();
    const verdict = { sampleResultId: 'result', verdict: 'FAIL', reason: 'Wrong library.' } as const;
    await runRule(lab.world, judgeSampleResult, verdict, inRole('LAB_MANAGER'));
    expect(lab.result()).toMatchObject({ qcStatus: 'FAIL', comment: null, acceptedAt: null });
  });

  test('of clinical work is approved only with the report that carries the comment', async () => {
    const lab = await sequenced('FAIL', { clinical: true });
    await lab.accept('LAB_CLINICAL_DIRECTOR');
    await expect(lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'])).rejects.toMatchObject(
      refusal('Create the QC report'),
    );
    lab.attach('s1', { subType: 'SEQUENCING_QC_REPORT', createdAt: AFTERWARDS });
    expect((await lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'], AFTERWARDS)).outcome).toBe('APPLIED');
  });
});

describe('the acceptance of a failed sample', () => {
  test.each(['PASS', 'PENDING'] as const)('is refused for a sample that is %s', async (status) => {
    const lab = await sequenced(status);
    await expect(lab.accept()).rejects.toMatchObject({ code: 'NOT_FAILED' });
  });

  test.each<[Role, boolean]>([
    ['LAB_TECH', false],
    ['CS_MANAGER', false],
    ['LAB_RESEARCH_DIRECTOR', true],
    ['PROJECT_MANAGER', true],
  ])('is allowed for %s: %s', async (role, may) => {
    const lab = await sequenced('FAIL');
    if (may) expect((await lab.accept(role)).outcome).toBe('APPLIED');
    else await expect(lab.accept(role)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
