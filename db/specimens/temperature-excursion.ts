import { Decimal } from 'decimal.js';
import { SHIPMENT_TEMPERATURE, type ShipmentTemperature } from '#db/ordering/shipment-temperature.ts';

/** The allowed temperatures of a package in transit, in °C; null is no limit on that side. */
const RANGE: Record<ShipmentTemperature, { from: number | null; to: number | null }> = {
  AMBIENT: { from: 15, to: 30 },
  REFRIGERATED: { from: 2, to: 8 },
  FROZEN: { from: null, to: -15 },
  DRY_ICE: { from: null, to: -60 },
};

/** Format the range: `Refrigerated, 2 to 8 °C`. */
export function rangeText(requiredTemperature: ShipmentTemperature): string {
  const { from, to } = RANGE[requiredTemperature];
  const degrees = from === null ? `${to} °C or colder` : `${from} to ${to} °C`;
  return `${SHIPMENT_TEMPERATURE[requiredTemperature]}, ${degrees}`;
}

/** Compare the temperature on arrival with the required range: too warm, too cold, or null (domain 5.3). */
export function excursionOf(
  temperature: string | null,
  requiredTemperature: ShipmentTemperature | null,
): string | null {
  if (temperature === null || requiredTemperature === null) return null;
  const { from, to } = RANGE[requiredTemperature];
  const measured = new Decimal(temperature);
  if (to !== null && measured.gt(to))
    return `${temperature} °C is too warm: ${rangeText(requiredTemperature)}.`;
  if (from !== null && measured.lt(from))
    return `${temperature} °C is too cold: ${rangeText(requiredTemperature)}.`;
  return null;
}
