import { Decimal } from 'decimal.js';
import { amountOfMass, Exact, floorTo, median, molarity, roundTo } from './balancing-amounts.ts';
import { type BalancingOperands, operandMissing } from './calculate.ts';

/** The settings of a mode; the caller finds the numbers of each row. */
export type BalancingSettings = Omit<
  BalancingOperands,
  'concentration' | 'volume' | 'length' | 'weight' | 'targetUnit'
>;

/** One sample (or control): C in ng/µL, A in µL, L in bp, and its weight in a pool. */
export interface BalancingRow {
  id: string;
  concentration: string | null;
  available: string | null;
  length: string | null;
  weight?: string | null;
  control?: boolean;
}

/** OK; LOW: not enough material; SMALL: pre-dilute first; ZERO: no material, proposes INSUFFICENT_RESULTS. */
type BalancingFlag = 'OK' | 'LOW' | 'SMALL' | 'ZERO';

/** What to pipette for one row and the result; `problem` is the reason when there is no answer. */
export interface BalancedRow {
  id: string;
  flag: BalancingFlag | null;
  /** µL of the sample, or of its pre-dilution when `preDilution` is set. */
  sampleVolume: string | null;
  diluentVolume: string | null;
  /** Dilute 1 : n before pipetting. */
  preDilution: number | null;
  mass: string | null;
  amount: string | null;
  shortfallPercent: string | null;
  text: string | null;
  problem: string | null;
}

/** All rows of a plate, and the pool in the pool mode. */
export interface Balanced {
  rows: BalancedRow[];
  /** The target amount per row: given, or the most that every sample can give. */
  target: string | null;
  pool: { volume: string; concentration: string; amount: string | null } | null;
}

interface Known {
  row: BalancingRow;
  c: Decimal;
  /** µL that may be taken: min(A, maxVolume). */
  limit: Decimal;
  /** Amount per µL in the unit of the mode: ng or fmol. */
  perMicrolitre: Decimal;
}

const isMolar = (settings: BalancingSettings): boolean =>
  settings.mode === 'EQUAL_MOLAR' || (settings.mode === 'POOL' && settings.basis === 'MOLAR');
const formatDecimal = (value: Decimal, places: number): string =>
  value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toFixed();
const empty = (id: string): BalancedRow => ({
  id,
  flag: null,
  sampleVolume: null,
  diluentVolume: null,
  preDilution: null,
  mass: null,
  amount: null,
  shortfallPercent: null,
  text: null,
  problem: null,
});

/**
 * Normalize or pool the rows of a plate (domain 5.8). `label` names the field in the text for a missing
 * operand.
 */
export function balance(label: string, settings: BalancingSettings, rows: readonly BalancingRow[]): Balanced {
  const needsEveryRow = settings.mode === 'POOL' || settings.target === null;
  const sharedProblem = settingsProblem(label, settings);
  const problems = new Map(
    rows.map((row) => [row.id, sharedProblem ?? missingOperand(label, settings, row)]),
  );
  const first = [...problems.values()].find((problem) => problem !== null);
  if (sharedProblem !== null || (needsEveryRow && first)) {
    const blank = rows.map((row) => ({ ...empty(row.id), problem: problems.get(row.id) ?? first ?? null }));
    return { rows: blank, target: settings.target, pool: null };
  }
  const known = rows.flatMap((row) =>
    problems.get(row.id) === null && !isZero(row) ? [knownRow(settings, row)] : [],
  );
  const target = targetAmount(settings, known);
  const volumes = idealVolumes(settings, known, target);
  const byId = new Map(
    known.map((one) => [one.row.id, pipetted(settings, one, volumes.get(one.row.id) ?? new Exact(0))]),
  );
  const usableVolumes = known
    .filter((one) => !one.row.control)
    .map((one) => new Exact(byId.get(one.row.id)?.sampleVolume ?? '0'));
  const middle = roundTo(median(usableVolumes), settings.resolution);
  const all = rows.map((row) => {
    const problem = problems.get(row.id) ?? null;
    if (problem !== null) return { ...empty(row.id), problem };
    return byId.get(row.id) ?? emptyHanded(settings, row, middle);
  });
  return {
    rows: all,
    target: target ? formatDecimal(target, 4) : null,
    pool: settings.mode === 'POOL' ? poolOf(settings, rows, all) : null,
  };
}

const isZero = (row: BalancingRow): boolean => new Exact(row.concentration ?? '0').lessThanOrEqualTo(0);

function settingsProblem(label: string, settings: BalancingSettings): string | null {
  if ((settings.mode === 'DILUTE' || settings.mode === 'POOL') && settings.finalVolume === null)
    return operandMissing(label, 'Final volume');
  if (settings.mode === 'DILUTE' && settings.target === null) return operandMissing(label, 'Target');
  return null;
}

function missingOperand(label: string, settings: BalancingSettings, row: BalancingRow): string | null {
  if (row.control && (row.concentration === null || isZero(row))) return null;
  if (row.concentration === null) return operandMissing(label, 'Concentration');
  if (isZero(row)) return null;
  if (isMolar(settings) && (row.length === null || Number(row.length) <= 0))
    return operandMissing(label, 'Fragment length');
  const unbounded = row.available === null && settings.maxVolume === null;
  const needsLimit = settings.target === null && settings.mode !== 'POOL';
  return needsLimit && unbounded ? operandMissing(label, 'Remaining volume') : null;
}

function knownRow(settings: BalancingSettings, row: BalancingRow): Known {
  const c = new Exact(row.concentration ?? '0');
  const sharedProblem = settings.mode === 'DILUTE' ? settings.finalVolume : null;
  const limits = [row.available, settings.maxVolume, sharedProblem].filter((limit) => limit !== null);
  const limit = limits.length > 0 ? Exact.min(...limits) : new Exact(Number.POSITIVE_INFINITY);
  return {
    row,
    c,
    limit,
    perMicrolitre: isMolar(settings) ? molarity(c, row.length ?? '1', settings.molecule) : c,
  };
}

function targetAmount(settings: BalancingSettings, known: readonly Known[]): Decimal | null {
  if (settings.mode === 'POOL') return null;
  if (settings.mode === 'DILUTE') return new Exact(settings.target ?? '0').times(settings.finalVolume ?? '0');
  if (settings.target !== null) return new Exact(settings.target);
  const maxAmounts = known.filter((one) => !one.row.control).map((one) => one.perMicrolitre.times(one.limit));
  return maxAmounts.length > 0 ? Exact.min(...maxAmounts) : null;
}

function idealVolumes(
  settings: BalancingSettings,
  known: readonly Known[],
  target: Decimal | null,
): Map<string, Decimal> {
  if (settings.mode !== 'POOL') {
    return new Map(known.map((one) => [one.row.id, (target ?? new Exact(0)).div(one.perMicrolitre)]));
  }
  const shares = known.map((one) => ({
    id: one.row.id,
    share: new Exact(one.row.weight ?? '1').div(one.perMicrolitre),
  }));
  const sum = shares.reduce((total, one) => total.plus(one.share), new Exact(0));
  const volume = new Exact(settings.finalVolume ?? '0');
  return new Map(
    shares.map((one) => [one.id, sum.isZero() ? new Exact(0) : volume.times(one.share).div(sum)]),
  );
}

function pipetted(settings: BalancingSettings, known: Known, ideal: Decimal): BalancedRow {
  const low = ideal.greaterThan(known.limit);
  const idealVolume = low ? known.limit : ideal;
  const small = !low && idealVolume.greaterThan(0) && idealVolume.lessThan(settings.minPipette);
  const factor = small ? new Exact(settings.minPipette).div(idealVolume).ceil().toNumber() : 1;
  const rounded = roundTo(idealVolume.times(factor), settings.resolution);
  const volume = rounded.greaterThan(known.limit.times(factor))
    ? floorTo(known.limit.times(factor), settings.resolution)
    : rounded;
  const usableVolumes = achieved(settings, known.row, volume.div(factor));
  return {
    ...empty(known.row.id),
    flag: low ? 'LOW' : small ? 'SMALL' : 'OK',
    sampleVolume: volume.toFixed(),
    diluentVolume: diluent(settings, volume),
    preDilution: small ? factor : null,
    ...usableVolumes,
    ...(low ? shortfall(settings, known, ideal, volume) : {}),
  };
}

function shortfall(
  settings: BalancingSettings,
  known: Known,
  ideal: Decimal,
  volume: Decimal,
): Pick<BalancedRow, 'shortfallPercent' | 'text'> {
  const [target, have] = [ideal.times(known.perMicrolitre), volume.times(known.perMicrolitre)];
  const unit = isMolar(settings) ? 'fmol' : 'ng';
  return {
    shortfallPercent: formatDecimal(target.minus(have).div(target).times(100), 1),
    text: `Only ${formatDecimal(have, 2)} of ${formatDecimal(target, 2)} ${unit} available.`,
  };
}

const diluent = (settings: BalancingSettings, volume: Decimal): string | null =>
  settings.mode === 'POOL' || settings.finalVolume === null
    ? null
    : Exact.max(0, new Exact(settings.finalVolume).minus(volume)).toFixed();

function achieved(
  settings: BalancingSettings,
  row: BalancingRow,
  volume: Decimal,
): Pick<BalancedRow, 'mass' | 'amount'> {
  const mass = volume.times(row.concentration ?? '0');
  const length = row.length !== null && Number(row.length) > 0 ? row.length : null;
  return {
    mass: formatDecimal(mass, 4),
    amount: length === null ? null : formatDecimal(amountOfMass(mass, length, settings.molecule), 4),
  };
}

function emptyHanded(settings: BalancingSettings, row: BalancingRow, middle: Decimal): BalancedRow {
  const volume = row.control ? middle : new Exact(0);
  const emptyAmounts = { mass: '0', amount: row.length === null ? null : '0' };
  if (row.control)
    return {
      ...empty(row.id),
      flag: 'OK',
      sampleVolume: volume.toFixed(),
      diluentVolume: diluent(settings, volume),
      ...emptyAmounts,
    };
  return { ...empty(row.id), flag: 'ZERO', sampleVolume: '0', diluentVolume: null, ...emptyAmounts };
}

function poolOf(
  settings: BalancingSettings,
  rows: readonly BalancingRow[],
  balanced: readonly BalancedRow[],
): Balanced['pool'] {
  const sum = (values: readonly (string | null)[]) =>
    values.reduce((total, value) => total.plus(value ?? '0'), new Exact(0));
  const volume = sum(balanced.map((row) => row.sampleVolume));
  const mass = sum(balanced.map((row) => row.mass));
  const amounts = balanced.filter((row) => row.flag !== 'ZERO').map((row) => row.amount);
  const molar =
    rows.length > 0 && isMolar(settings)
      ? formatDecimal(sum(amounts), 4)
      : amounts.includes(null)
        ? null
        : formatDecimal(sum(amounts), 4);
  return {
    volume: volume.toFixed(),
    concentration: volume.isZero() ? '0' : formatDecimal(mass.div(volume), 4),
    amount: molar,
  };
}
