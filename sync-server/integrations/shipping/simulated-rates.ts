import { createHash } from 'node:crypto';
import type { CarrierRate, Consignment } from './port.ts';

/** Three fictional services: price of the first kilogram and of each further one, in cents. */
const SERVICES = [
  { carrier: 'Northway', service: 'Ground', first: 1290, more: 180, days: 4 },
  { carrier: 'Swiftpost', service: 'Two Day', first: 2450, more: 320, days: 2 },
  { carrier: 'Coldline', service: 'Overnight Frozen', first: 5890, more: 640, days: 1 },
] as const;

/** An international shipment costs more and takes longer. */
const ABROAD = { times: 3, days: 3 };

/** Return the rates of the simulated carriers; equal shipments on one day have equal rates. */
export function simulatedRates(consignment: Consignment, day: string): CarrierRate[] {
  const { from, to, measures, reference } = consignment;
  const kilograms = Math.max(1, Math.ceil(measures.grams / 1000));
  const abroad = from.country !== to.country;
  return SERVICES.map(({ carrier, service, first, more, days }) => {
    const boxes = (first + (kilograms - 1) * more) * Math.max(1, measures.count);
    const cost = boxes * (abroad ? ABROAD.times : 1);
    const key = JSON.stringify([from, to, measures, reference, carrier, service, cost, day]);
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 24);
    return { id: `rate_sim_${digest}`, carrier, service, cost, days: days + (abroad ? ABROAD.days : 0) };
  });
}
