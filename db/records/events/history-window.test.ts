import { describe, expect, test } from 'vitest';
import type { EventType } from './event-type.ts';
import { CUSTODY_WINDOW, withinWindow } from './history-window.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-08-01T00:00:00.000Z');

describe('the events of a document', () => {
  const eventAt = (hours: number, type: EventType, data: Readonly<Record<string, unknown>> = {}) => ({
    ...{ id: `${type}-${hours}`, type, data },
    occurredAt: new Date(START + hours * HOUR).toISOString(),
  });
  const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

  test('have an open check-out and two placings before it, whatever came after', () => {
    const placings = [1, 2, 3].map((n) => eventAt(n, 'SAMPLE_MOVED', { to: { containerId: 'box' } }));
    const printed = Array.from({ length: 40 }, (_, n) => eventAt(100 + n * 10, 'SAMPLE_LABEL_PRINTED'));
    const history = [...placings, eventAt(4, 'SAMPLE_CHECKED_OUT'), ...printed];
    expect(idsOf(withinWindow(history, CUSTODY_WINDOW))).toEqual(idsOf(history.slice(1)));
  });

  test('begin a replay at no placing that a late scan overrides', () => {
    const placings = [1, 2, 3].map((n) => eventAt(n, 'SAMPLE_MOVED', { to: { containerId: 'box' } }));
    const scan = eventAt(4, 'SAMPLE_NOT_FOUND', { beats: placings[2]?.id });
    const printed = Array.from({ length: 40 }, (_, n) => eventAt(100 + n * 10, 'SAMPLE_LABEL_PRINTED'));
    const history = [...placings, scan, ...printed];
    expect(idsOf(withinWindow(history, CUSTODY_WINDOW))).toEqual(idsOf(history));
  });

  test('omit old moves, but no volume, failure or status and nothing that names another event', () => {
    const moved = Array.from({ length: 40 }, (_, n) =>
      eventAt(100 + n * 10, 'SAMPLE_MOVED', { to: { containerId: 'box' } }),
    );
    const lasting = [
      eventAt(1, 'SAMPLE_CREATED'),
      eventAt(2, 'SAMPLE_VOLUME_CHANGED'),
      eventAt(3, 'SAMPLE_FAILED'),
      eventAt(4, 'SAMPLE_STATUS_CHANGED'),
      eventAt(5, 'SAMPLE_NOT_FOUND'),
      eventAt(6, 'SAMPLE_MOVED', { beats: 'another' }),
      eventAt(7, 'SAMPLE_MOVED', { withheld: true }),
    ];
    const expected = [...lasting, ...moved.slice(-20)];
    expect(idsOf(withinWindow([...lasting, ...moved], CUSTODY_WINDOW))).toEqual(idsOf(expected));
  });

  test('have all of the 120 hours before the newest one', () => {
    const moved = Array.from({ length: 60 }, (_, n) =>
      eventAt(n * 3, 'SAMPLE_MOVED', { to: { containerId: 'box' } }),
    );
    expect(withinWindow(moved, CUSTODY_WINDOW)).toHaveLength(41);
  });
});
