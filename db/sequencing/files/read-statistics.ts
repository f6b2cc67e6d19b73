import type { Histogram, Measure, Yield } from './run-figures.ts';

// Lengths up to this have a bar each; above it each bar is 0.5 % wider than the one before.
const EXACT_LENGTHS = 1000;
const GROWTH = 1.005;
const LOG_GROWTH = Math.log(GROWTH);
const MAX_LENGTH = 20_000_000;
const barOf = (length: number): number =>
  length <= EXACT_LENGTHS
    ? length
    : EXACT_LENGTHS + 1 + Math.floor(Math.log(Math.min(length, MAX_LENGTH) / EXACT_LENGTHS) / LOG_GROWTH);
const BARS = barOf(MAX_LENGTH) + 1;
// Most reads are shorter than this: their bar is looked up.
const BAR_OF_LENGTH = Uint16Array.from({ length: 65_536 }, (_, length) => barOf(length));
const QSCORE_BARS_PER_UNIT = 2;
const MAX_QSCORE = 60;

/** Statistics of reads in constant memory: counts, a histogram of lengths and one of qualities. */
export class ReadStatistics {
  readsPass = 0;
  readsFail = 0;
  basesPass = 0;
  basesFail = 0;
  private qscoreSum = 0;
  /** Reads and bases that passed, by bar of length. */
  private readonly readsOfBar = new Float64Array(BARS);
  private readonly basesOfBar = new Float64Array(BARS);
  private readonly basesOfQscore = new Float64Array(MAX_QSCORE * QSCORE_BARS_PER_UNIT + 1);

  /** Add one read; a read without bases counts as failed. */
  add(isPassed: boolean, length: number, qscore: number): void {
    if (!isPassed || length === 0) {
      this.readsFail += 1;
      this.basesFail += length;
      return;
    }
    this.readsPass += 1;
    this.basesPass += length;
    const bar = BAR_OF_LENGTH[length] ?? barOf(length);
    this.readsOfBar[bar] = (this.readsOfBar[bar] ?? 0) + 1;
    this.basesOfBar[bar] = (this.basesOfBar[bar] ?? 0) + length;
    this.qscoreSum += qscore;
    const step = Math.max(
      0,
      Math.min(MAX_QSCORE * QSCORE_BARS_PER_UNIT, Math.floor(qscore * QSCORE_BARS_PER_UNIT)),
    );
    this.basesOfQscore[step] = (this.basesOfQscore[step] ?? 0) + length;
  }

  /** Add the reads of another group. */
  merge(other: ReadStatistics): void {
    this.readsPass += other.readsPass;
    this.readsFail += other.readsFail;
    this.basesPass += other.basesPass;
    this.basesFail += other.basesFail;
    this.qscoreSum += other.qscoreSum;
    addTo(this.readsOfBar, other.readsOfBar);
    addTo(this.basesOfBar, other.basesOfBar);
    addTo(this.basesOfQscore, other.basesOfQscore);
  }

  /** The counts; a summary has no estimated bases. */
  get yield(): Yield {
    const { readsPass, readsFail, basesPass, basesFail } = this;
    return { readsPass, readsFail, basesPass, basesFail, estimatedBases: 0 };
  }

  /**
   * The length in bp that half of the passed bases reach, within 0.5 %: the mean of the reads in its bar.
   */
  get n50(): Measure | null {
    let sum = 0;
    for (let bar = BARS - 1; bar >= 0; bar -= 1) {
      const bases = this.basesOfBar[bar] ?? 0;
      sum += bases;
      if (bases > 0 && sum * 2 >= this.basesPass)
        return { value: Math.round(bases / (this.readsOfBar[bar] ?? 1)), source: 'basecalled' };
    }
    return null;
  }

  /** The mean length in bp of the reads that passed. */
  get meanLength(): number | null {
    return this.readsPass === 0 ? null : this.basesPass / this.readsPass;
  }

  /** The mean of the qualities of the reads that passed, as ToulligQC and pycoQC give it. */
  get meanQscore(): Measure | null {
    return this.readsPass === 0 ? null : { value: this.qscoreSum / this.readsPass, source: 'mean' };
  }

  /** Passed bases by read length, in bars that a screen can draw. */
  get lengths(): Histogram | null {
    const step = niceStep(this.n50?.value ?? 0);
    if (step === 0) return null;
    const values: number[] = [];
    this.basesOfBar.forEach((bases, bar) => {
      if (bases === 0) return;
      const at = Math.min(60, Math.floor(bases / (this.readsOfBar[bar] ?? 1) / step));
      values[at] = (values[at] ?? 0) + bases;
    });
    const filled = Array.from(values, (value) => value ?? 0);
    return { starts: filled.map((_, at) => at * step), end: filled.length * step, values: filled };
  }

  /** Passed bases by quality, in bars of half a unit. */
  get qscores(): Histogram | null {
    if (this.readsPass === 0) return null;
    const values = [...this.basesOfQscore];
    while (values.at(-1) === 0) values.pop();
    const starts = values.map((_, at) => at / QSCORE_BARS_PER_UNIT);
    return { starts, end: values.length / QSCORE_BARS_PER_UNIT, values };
  }
}

/** Return the statistics of all groups together. */
export function mergeStatistics(groups: readonly ReadStatistics[]): ReadStatistics {
  const total = new ReadStatistics();
  for (const group of groups) total.merge(group);
  return total;
}

function addTo(sums: Float64Array, values: Float64Array): void {
  values.forEach((value, at) => {
    sums[at] = (sums[at] ?? 0) + value;
  });
}

/** A round bar width such that about 15 bars stand below the N50. */
function niceStep(n50: number): number {
  if (n50 === 0) return 0;
  const rough = Math.max(1, n50 / 15);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return factor * power;
}
