import { order } from '#db/ordering/orders/order.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { SourceSpecies } from '#db/specimens/specimen-material.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Analysis } from '../analyses/analysis.ts';
import { genomeSizeOf } from '../analyses/genome-sizes.ts';
import { currentAnalysis } from '../analyses/open-analysis.ts';

/** What a sample has to reach (domain-lab 16); null where the service has no such limit. */
export interface SampleTarget {
  /** The passed bases over all runs that count. */
  bases: number | null;
  minMeanQ: number | null;
  minCoverage: number | null;
  /** The bases of one-fold coverage; null for a species without a genome size. */
  genomeSize: number | null;
}

const numberOf = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

const basesOf = (gigabases: string | null | undefined): number | null =>
  gigabases === null || gigabases === undefined ? null : Math.round(Number(gigabases) * 1e9);

const NO_TARGET: SampleTarget = { bases: null, minMeanQ: null, minCoverage: null, genomeSize: null };

/**
 * Compute the target of a service: its yield, else its coverage or the least coverage of its analysis times the
 * genome size, else the least yield of its analysis.
 */
export function computeTarget(
  method: Pick<Protocol, 'targetYieldGb' | 'targetCoverage'>,
  limits: Pick<Analysis, 'minYieldGb' | 'minMeanQ' | 'minCoverage'> | undefined,
  species: SourceSpecies | null,
): SampleTarget {
  const genomeSize = genomeSizeOf(species);
  const minCoverage = numberOf(limits?.minCoverage);
  const coverage = numberOf(method.targetCoverage) ?? minCoverage;
  const coverageBases = coverage === null || genomeSize === null ? null : Math.round(coverage * genomeSize);
  const minYield = basesOf(limits?.minYieldGb);
  const target = basesOf(method.targetYieldGb) ?? coverageBases ?? minYield;
  return {
    // An analysis is not valid below its least yield, whatever the service promises.
    bases: target === null ? null : Math.max(target, minYield ?? 0),
    minMeanQ: numberOf(limits?.minMeanQ),
    minCoverage,
    genomeSize,
  };
}

/** Return the service's protocol of a specimen. */
export async function protocolOfSpecimen(
  tx: Transaction,
  specimenId: string | null,
): Promise<Protocol | undefined> {
  const tube = specimenId === null ? undefined : await tx.get(specimen, specimenId);
  const protocolId = tube && (tube.protocolId ?? (await tx.get(order, tube.orderId))?.protocolId);
  return protocolId ? tx.get(protocol, protocolId) : undefined;
}

/** Read the target and the limits of a specimen's service. */
export async function readSampleTarget(tx: Transaction, specimenId: string | null): Promise<SampleTarget> {
  const tube = specimenId === null ? undefined : await tx.get(specimen, specimenId);
  const method = await protocolOfSpecimen(tx, specimenId);
  if (!tube || !method) return NO_TARGET;
  return computeTarget(method, await currentAnalysis(tx, method), tube.providedSourceSpecies);
}

/** The figures of a sample over all runs that count; null for what was not measured. */
export interface SampleFigures {
  bases: number;
  meanQscore: number | null;
  /** As an analysis measured it; null computes it from the bases. */
  meanCoverage: number | null;
}

/** Return the coverage of a sample: measured, else computed from its bases; null without a genome size. */
const coverageOf = (
  { bases, meanCoverage }: Pick<SampleFigures, 'bases' | 'meanCoverage'>,
  { genomeSize }: Pick<SampleTarget, 'genomeSize'>,
): number | null => meanCoverage ?? (genomeSize === null ? null : bases / genomeSize);

const reaches = (value: number | null, limit: number | null): boolean =>
  limit === null || (value !== null && value >= limit);

/**
 * Check whether a sample reaches its target and the limits of its analysis. Without a target a person decides,
 * and a figure that was not measured reaches no limit.
 */
export const reachesTarget = (target: SampleTarget, figures: SampleFigures): boolean =>
  target.bases !== null &&
  figures.bases >= target.bases &&
  reaches(figures.meanQscore, target.minMeanQ) &&
  reaches(coverageOf(figures, target), target.minCoverage);
