import { describe, expect, test } from 'vitest';
import { buildRunWorld, ONLINE } from '#db/factories/benches/build-run-world.ts';
import { buildAnalysis } from '#db/factories/build-analyses.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildImportedBarcode, buildImportedRun } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { type Analysis, analysis } from '../analyses/analysis.ts';
import { GENOME_SIZES } from '../analyses/genome-sizes.ts';
import { importRun } from './import-run.ts';
import { sampleResult } from './sample-result.ts';
import { computeTarget, reachesTarget } from './sample-target.ts';

const HUMAN = GENOME_SIZES.HOMO_SAPIENS ?? 0;
const NO_LIMITS = { minYieldGb: null, minMeanQ: null, minCoverage: null };
const NO_TARGETS = { targetYieldGb: null, targetCoverage: null };

describe('the target', () => {
  test.each([
    ['the yield of the service', { targetYieldGb: '90', targetCoverage: '30' }, NO_LIMITS, 90e9],
    ['the coverage of the service', { ...NO_TARGETS, targetCoverage: '10' }, NO_LIMITS, 10 * HUMAN],
    ['the least coverage of the analysis', NO_TARGETS, { ...NO_LIMITS, minCoverage: '20' }, 20 * HUMAN],
    ['the least yield of the analysis', NO_TARGETS, { ...NO_LIMITS, minYieldGb: '5' }, 5e9],
    [
      'the least yield of the analysis above that of the service',
      { ...NO_TARGETS, targetYieldGb: '3' },
      { ...NO_LIMITS, minYieldGb: '5' },
      5e9,
    ],
    ['none', NO_TARGETS, NO_LIMITS, null],
  ])('is %s', (_, method, limits, bases) => {
    expect(computeTarget(method, limits, 'HOMO_SAPIENS').bases).toBe(bases);
  });

  test('is none for a coverage of a species without a genome size', () => {
    expect(computeTarget({ ...NO_TARGETS, targetCoverage: '10' }, undefined, 'PORIFERA').bases).toBeNull();
  });

  test.each([
    ['all figures at their limits', {}, true],
    ['too few bases', { bases: 89e9 }, false],
    ['a lower quality', { meanQscore: 11.9 }, false],
    ['no quality', { meanQscore: null }, false],
    ['a lower measured coverage', { meanCoverage: 24.9 }, false],
    ['a coverage that is computed from the bases', { meanCoverage: null }, true],
  ])('with %s is reached: %#', (_, figures, isReached) => {
    const target = { bases: 90e9, minMeanQ: 12, minCoverage: 25, genomeSize: HUMAN };
    const all = { bases: 90e9, meanQscore: 12, meanCoverage: 25 };
    expect(reachesTarget(target, { ...all, ...figures })).toBe(isReached);
  });

  test('without bases is not reached by any yield', () => {
    const target = { bases: null, minMeanQ: null, minCoverage: null, genomeSize: HUMAN };
    expect(reachesTarget(target, { bases: 1e12, meanQscore: 20, meanCoverage: null })).toBe(false);
  });
});

describe('the rule', () => {
  const importBases = (
    world: MemoryWorld,
    basesPass: number,
    meanQscore = 14,
    changeReason: string | null = null,
  ) =>
    runRule(
      world,
      importRun,
      {
        batchId: 'seq-1',
        run: buildImportedRun({ barcodes: [buildImportedBarcode({ basesPass, meanQscore })] }),
        changeReason,
      },
      ONLINE,
    );
  const statusOf = (world: MemoryWorld) => world.all(sampleResult)[0]?.qcStatus;

  function buildWorld(limits: Partial<Analysis>): MemoryWorld {
    const world = buildRunWorld();
    world.putRow(analysis, buildAnalysis({ id: 'first', ...limits }));
    world.putRow(protocol, buildProtocol({ id: 'protocol-1', analysisId: 'first' }));
    return world;
  }

  test('passes a sample only above the quality of the analysis in use', async () => {
    const world = buildWorld({ minMeanQ: '12' });
    await importBases(world, 90e9, 11);
    expect(statusOf(world)).toBe('PENDING');
    await importBases(world, 91e9, 12);
    expect(statusOf(world)).toBe('PASS');
  });

  test('follows the newest live version of the analysis', async () => {
    const world = buildWorld({ minMeanQ: '12' });
    world.putRow(analysis, buildAnalysis({ id: 'second', analysisVersion: 2, minMeanQ: '16' }));
    world.putRow(
      analysis,
      buildAnalysis({ id: 'third', analysisVersion: 3, minMeanQ: '20', status: 'PENDING' }),
    );
    await importBases(world, 90e9, 15);
    expect(statusOf(world)).toBe('PENDING');
    await importBases(world, 91e9, 17);
    expect(statusOf(world)).toBe('PASS');
  });

  test('flags a released sample whose figures fall below the target, and recalls nothing', async () => {
    const world = buildWorld({});
    await importBases(world, 90e9);
    const [released] = world.all(specimen);
    if (!released) throw new Error('The bench has no specimen.');
    const releasedAt = '2026-11-24T10:00:00.000Z';
    world.putRow(specimen, { ...released, status: 'COMPLETED', resultsReleasedAt: releasedAt });
    await importBases(world, 80e9, 14, 'Basecalled again');
    expect(world.one(sample, 's1')?.flaggedForReview).toBe(true);
    expect(world.one(specimen, released.id)).toMatchObject({
      status: 'COMPLETED',
      resultsReleasedAt: releasedAt,
    });
    expect(world.all(event).filter(({ type }) => type === 'SAMPLE_YIELD_DECREASED')).toMatchObject([
      { targetId: 's1', customerVisible: false, data: { from: 90e9, to: 80e9 } },
    ]);
  });

  test('flags nothing before the release', async () => {
    const world = buildWorld({});
    await importBases(world, 90e9);
    await importBases(world, 80e9, 14, 'Basecalled again');
    expect(statusOf(world)).toBe('PENDING');
    expect(world.one(sample, 's1')?.flaggedForReview).toBe(false);
  });
});
