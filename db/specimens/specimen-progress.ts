import { type SpecimenStatus, specimenDisplay } from './specimen-status.ts';

/** One event of a specimen for a summary; events are in the order in which they happened. */
export interface ProgressEvent {
  specimenId: string;
  /** The customer's own name; null where emails do not contain it. */
  name: string | null;
  kind: 'RECEIVED' | 'RESULTS_READY' | 'STATUS';
  from: SpecimenStatus | null;
  to: SpecimenStatus | null;
}

/** A change with the number of specimens of an order. */
export interface ProgressLine {
  label: string;
  count: number;
  names: string[];
}

/** Changes by the customer, or changes that the line about the receipt contains. */
const REPORTED_SEPARATELY: readonly SpecimenStatus[] = ['DRAFT', 'PENDING_APPROVAL', 'RECEIVED'];
const OWN: readonly (SpecimenStatus | null)[] = ['DRAFT', 'PENDING_APPROVAL', null];

const lineOf = (label: string, of: ReadonlyMap<string, string | null>): ProgressLine => ({
  label,
  count: of.size,
  names: [...of.values()].filter((name) => name !== null),
});

/** List the new status of each specimen, in the customers' words; unchanged specimens are left out. */
function changed(events: readonly ProgressEvent[]): ProgressLine[] {
  const first = new Map<string, SpecimenStatus | null>();
  const last = new Map<string, { name: string | null; to: SpecimenStatus }>();
  for (const { specimenId, name, kind, from, to } of events) {
    if (kind !== 'STATUS' || to === null) continue;
    if (!first.has(specimenId)) first.set(specimenId, from);
    last.set(specimenId, { name, to });
  }
  const byLabel = new Map<string, { rank: number; of: Map<string, string | null> }>();
  for (const [id, { name, to }] of last) {
    const before = first.get(id) ?? null;
    const display = specimenDisplay(to, true);
    const same = before !== null && specimenDisplay(before, true).label === display.label;
    if (same || REPORTED_SEPARATELY.includes(to) || (to === 'ORDERED' && OWN.includes(before))) continue;
    const line = byLabel.get(display.label) ?? { rank: display.rank, of: new Map() };
    byLabel.set(display.label, { ...line, of: line.of.set(id, name) });
  }
  return [...byLabel]
    .sort(([, a], [, b]) => a.rank - b.rank)
    .map(([label, { of }]) => lineOf(`Now: ${label}`, of));
}

const namesBySpecimen = (
  events: readonly ProgressEvent[],
  kind: ProgressEvent['kind'],
): Map<string, string | null> =>
  new Map(events.filter((one) => one.kind === kind).map(({ specimenId, name }) => [specimenId, name]));

/** Summarize one order: receipts, results, and the new statuses of its specimens. Empty without news. */
export function progressOf(events: readonly ProgressEvent[]): ProgressLine[] {
  const [received, ready] = [namesBySpecimen(events, 'RECEIVED'), namesBySpecimen(events, 'RESULTS_READY')];
  return [
    ...(received.size > 0 ? [lineOf('Received by the lab', received)] : []),
    ...(ready.size > 0 ? [lineOf('Results ready', ready)] : []),
    // With results ready, the status "completed" is no news.
    ...changed(events.filter(({ specimenId, to }) => !(to === 'COMPLETED' && ready.has(specimenId)))),
  ];
}
