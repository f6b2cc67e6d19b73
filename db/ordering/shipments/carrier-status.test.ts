import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARRIER_STATUS, carrierSteps, type TrackedPackage } from './carrier-status.ts';
import { SHIPMENT_LIFECYCLE } from './shipment.ts';
import type { ShipmentStatus } from './shipment-status.ts';

const AT = '2026-11-20T12:00:00.000Z';
const packageAt = (status: ShipmentStatus, lastEventAt: string | null = null): TrackedPackage => ({
  status,
  lastEventAt,
});

describe('a carrier status', () => {
  it.each([
    ['unknown', 'PRE_TRANSIT', []],
    ['pre_transit', 'NOT_STARTED', ['PRE_TRANSIT']],
    ['in_transit', 'PRE_TRANSIT', ['IN_TRANSIT']],
    ['out_for_delivery', 'PRE_TRANSIT', ['IN_TRANSIT']],
    ['available_for_pickup', 'IN_TRANSIT', []],
    ['delivered', 'IN_TRANSIT', ['RECEIVED']],
    ['return_to_sender', 'IN_TRANSIT', ['RETURNED']],
    ['failure', 'IN_TRANSIT', ['FAILED']],
    ['error', 'PRE_TRANSIT', ['FAILED']],
    ['cancelled', 'PRE_TRANSIT', ['NOT_STARTED']],
    ['a word nobody knows', 'PRE_TRANSIT', []],
    ['toString', 'PRE_TRANSIT', []],
  ] as const)('%s takes a package that is %s along %j', (carrierStatus, status, steps) => {
    expect(carrierSteps(packageAt(status), carrierStatus, AT)).toEqual(steps);
  });

  it('that was skipped is inferred: a first scan on the road implies the label', () => {
    expect(carrierSteps(packageAt('NOT_STARTED'), 'in_transit', AT)).toEqual(['PRE_TRANSIT', 'IN_TRANSIT']);
  });

  it('of a scan resumes a failed package, but a repeated label does not', () => {
    expect(carrierSteps(packageAt('FAILED'), 'in_transit', AT)).toEqual(['IN_TRANSIT']);
    expect(carrierSteps(packageAt('FAILED'), 'pre_transit', AT)).toEqual([]);
    expect(carrierSteps(packageAt('FAILED', '2026-11-20T13:00:00.000Z'), 'in_transit', AT)).toEqual([]);
  });

  it('never moves a package that the lab has received or the sender has back', () => {
    for (const carrierStatus of Object.keys(CARRIER_STATUS)) {
      expect(carrierSteps(packageAt('RECEIVED'), carrierStatus, AT)).toEqual([]);
      expect(carrierSteps(packageAt('RETURNED'), carrierStatus, AT)).toEqual([]);
    }
  });
});

const anyCarrierStatus = fc.constantFrom(...Object.keys(CARRIER_STATUS));
const anyReport = fc.record({ word: anyCarrierStatus, minute: fc.integer({ min: 0, max: 59 }) });
const instant = (minute: number): string => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;

/** Apply every status to a package in order of arrival. */
function follow(reports: readonly { word: string; minute: number }[]) {
  let tracked: TrackedPackage = packageAt('NOT_STARTED');
  const moves: [ShipmentStatus, ShipmentStatus][] = [];
  for (const { word: carrierStatus, minute } of reports) {
    const at = instant(minute);
    for (const to of carrierSteps(tracked, carrierStatus, at)) {
      moves.push([tracked.status, to]);
      tracked = { ...tracked, status: to };
    }
    const { lastEventAt } = tracked;
    tracked = { ...tracked, lastEventAt: lastEventAt === null || at > lastEventAt ? at : lastEventAt };
  }
  return { status: tracked.status, moves };
}

describe('late, repeated or unordered carrier statuses', () => {
  it('cause only listed transitions', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { maxLength: 12 }), (reports) => {
        for (const [before, to] of follow(reports).moves) expect(SHIPMENT_LIFECYCLE[before]).toContain(to);
      }),
    );
  });

  it('cause nothing new when each arrives twice', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { maxLength: 12 }), (reports) => {
        const twice = reports.flatMap((one) => [one, one]);
        expect(follow(twice)).toEqual(follow(reports));
      }),
    );
  });

  it('lead a normal shipment to the lab in any order', () => {
    const statusSequence = [
      { word: 'pre_transit', minute: 1 },
      { word: 'in_transit', minute: 2 },
      { word: 'out_for_delivery', minute: 3 },
      { word: 'delivered', minute: 4 },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(statusSequence, { minLength: 4 }), (reports) => {
        expect(follow(reports).status).toBe('RECEIVED');
      }),
    );
  });
});
