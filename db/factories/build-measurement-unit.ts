import { ulid } from 'ulid';
import { type MeasurementUnit, measurementUnit } from '#db/inventory/measurement-unit.ts';

/** Build a unit, by default the microliter. */
export const buildMeasurementUnit = (overrides: Partial<MeasurementUnit> = {}): MeasurementUnit =>
  measurementUnit.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Microlitre',
    symbol: 'µL',
    unitType: 'VOLUME',
    factorToBase: '1',
    isBase: true,
    ...overrides,
  });
