import { sameBarcode } from '#db/values/barcode-value.ts';
import type { StoredSample } from './place-problem.ts';

/** Verdict on one scan of a stock-take, each with its own color on the screen. */
type StockVerdict<S extends StoredSample> =
  | { kind: 'HERE'; code: string; sample: S }
  | { kind: 'ALREADY'; code: string; sample: S }
  | { kind: 'ELSEWHERE'; code: string; sample: S }
  | { kind: 'NO_LOCATION'; code: string; sample: S }
  | { kind: 'UNKNOWN'; code: string };

/** A stock-take in progress: the verdict of each scan and the samples still expected. */
export interface StockTake<S extends StoredSample> {
  scans: StockVerdict<S>[];
  missing: S[];
}

/** Judge the codes scanned so far in a container, in scanning order; repeats get their own verdict. */
export function stockTakeDiff<S extends StoredSample>(
  containerId: string,
  expected: readonly S[],
  codes: readonly string[],
  known: (code: string) => S | undefined,
): StockTake<S> {
  const scannedIds = new Set<string>();
  const scans = codes.map((code): StockVerdict<S> => {
    const sample = expected.find((one) => sameBarcode(one.barcode, code)) ?? known(code);
    if (!sample) return { kind: 'UNKNOWN', code };
    if (scannedIds.has(sample.id)) return { kind: 'ALREADY', code, sample };
    scannedIds.add(sample.id);
    if (sample.storageLocationId === null) return { kind: 'NO_LOCATION', code, sample };
    return { kind: sample.storageLocationId === containerId ? 'HERE' : 'ELSEWHERE', code, sample };
  });
  return { scans, missing: expected.filter((one) => !scannedIds.has(one.id)) };
}
