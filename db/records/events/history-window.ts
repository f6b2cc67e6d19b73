import type { HistoryWindow } from '#db/entity.ts';

/** The key of `data` with the id of the event that a scan overrides; that event no longer places the sample. */
export const BEATS = 'beats';

/**
 * A bulk action can be undone for 48 hours, and that undo may wait on a device for 72 hours (architecture 3), so no
 * operation of a device looks further back by the clock.
 */
const HOURS = 48 + 72;

/**
 * The chain of custody of a sample. A plain placing ends what was before it: nobody holds the sample, and it is not
 * missing. Two of them are kept, because a scan that syncs late may override the newer one. What ends a sample,
 * changes its status or volume, or did not find it, is kept whole.
 */
export const CUSTODY_WINDOW: HistoryWindow = {
  types: [
    'SAMPLE_MOVED',
    'SAMPLE_CHECKED_IN',
    'SAMPLE_CHECKED_OUT',
    'SAMPLE_CUSTODY_TRANSFERRED',
    'SAMPLE_LABEL_PRINTED',
  ],
  newest: 20,
  hours: HOURS,
  replayFrom: {
    types: ['SAMPLE_MOVED', 'SAMPLE_CHECKED_IN'],
    without: ['withheld', 'slotOnly', 'beatenByScan', 'confirms', 'decided', 'found', 'undoOf', 'counted'],
    count: 2,
  },
  keep: [BEATS, 'confirms', 'voids', 'withheld'],
};

/**
 * The moves of a container: only the newest counts. Its scans are kept whole, because a sample's last sighting may be
 * an old one; so are changes of it, because a late change is compared with all later ones.
 */
export const CONTAINER_WINDOW: HistoryWindow = {
  types: ['CONTAINER_MOVED'],
  newest: 20,
  hours: HOURS,
  keep: [],
};

interface HistoryRow {
  id: string;
  type: string;
  occurredAt: string;
  data: Readonly<Record<string, unknown>>;
}

/** Return the instant at which an event counts, as the chain of custody does. */
const timeOf = ({ occurredAt, data }: HistoryRow): string =>
  typeof data['notBefore'] === 'string' ? data['notBefore'] : occurredAt;

const hasOneOf = ({ data }: HistoryRow, keys: readonly string[]): boolean => keys.some((key) => key in data);

const namesContainer = ({ data: { to } }: HistoryRow): boolean =>
  typeof to === 'object' && to !== null && 'containerId' in to && typeof to.containerId === 'string';

/**
 * Return the events of one record that its document has, in the given order. Stands for the SQL of the server
 * (`sync-server/sync/history-window.ts`) where there is no database.
 */
export function withinWindow<Event extends HistoryRow>(
  events: readonly Event[],
  { types, newest, hours, replayFrom, keep }: HistoryWindow,
): Event[] {
  const limited = events.filter((one) => types.includes(one.type) && !hasOneOf(one, keep));
  const overridden = new Set(events.map(({ data }) => data[BEATS]));
  const starts = events.filter(
    (one) =>
      replayFrom?.types.includes(one.type) &&
      !hasOneOf(one, replayFrom.without) &&
      namesContainer(one) &&
      !overridden.has(one.id),
  );
  const times = limited.map(timeOf).sort().reverse();
  const startTimes = starts.map(timeOf).sort().reverse();
  const lowest = times[newest - 1];
  const start = replayFrom ? startTimes[replayFrom.count - 1] : lowest;
  if (lowest === undefined || start === undefined) return [...events];
  const sinceHours = new Date(Date.parse(times[0] ?? lowest) - hours * 3_600_000).toISOString();
  const since = [lowest, start, sinceHours].sort()[0] ?? lowest;
  return events.filter((one) => !limited.includes(one) || timeOf(one) >= since);
}
