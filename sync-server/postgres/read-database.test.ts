import { expect, expectTypeOf, test } from 'vitest';
import { columnOf } from './row-mapping.ts';
import type { ColumnName, ReadDatabase } from './typed-reads.ts';

test('the column type has the same names as the columns', () => {
  expectTypeOf<ColumnName<'shipmentPlateLocation'>>().toEqualTypeOf<'shipment_plate_location'>();
  expectTypeOf<ColumnName<'line1'>>().toEqualTypeOf<'line1'>();
  expect(['shipmentPlateLocation', 'line1'].map(columnOf)).toEqual(['shipment_plate_location', 'line1']);
});

test("the typed database has the entities' columns with the types of their fields", () => {
  expectTypeOf<ReadDatabase['specimen']['julian_id']>().toEqualTypeOf<string | null>();
  expectTypeOf<ReadDatabase['order']['total']>().toEqualTypeOf<number>();
  expectTypeOf<ReadDatabase['order']>().not.toHaveProperty('orderNumber');
  expect(['julianId', 'total'].map(columnOf)).toEqual(['julian_id', 'total']);
});
