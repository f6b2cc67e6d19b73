import { type ChainEvent, timeOf } from '#db/samples/custody/custody-chain.ts';

/**
 * The part of a record's history that its document has: of some types only the newest events. A document has
 * every event of other types, because rules sum them or search them without limit. The server has all events
 * and judges with all of them.
 */
export interface HistoryWindow {
  /** The types of which only the newest are in the document. */
  types: readonly string[];
  /** At least so many of these events are in the document. */
  newest: number;
  /** And all of the hours before the newest of them. */
  hours: number;
  /**
   * And all since the newest events from which a replay of the history may begin, whatever was before: events of
   * these types that name a container and have none of these keys in their data.
   */
  replayFrom?: { types: readonly string[]; without: readonly string[]; count: number };
  /** Events with one of these keys in their data are in the document at any age: other events depend on them. */
  keep: readonly string[];
}

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

type HistoryRow = Pick<ChainEvent, 'id' | 'type' | 'occurredAt' | 'data'>;

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
