import { expect, test } from 'vitest';
import { addressOf } from '#pwa/ui/app-link.ts';
import { recordLink } from './record-path.ts';

/** Find the address of the page of a record. */
function recordPath(type: string, id: string, mayOpen: (path: string) => boolean): string | null {
  const link = recordLink(type, id, mayOpen);
  return link && addressOf(link);
}
const allowAll = () => true;
const below = (start: string) => (path: string) => path.startsWith(start);

test('a record is found by its type and by its table', () => {
  expect(recordPath('Order', 'o1', allowAll)).toBe('/lab/orders/o1');
  expect(recordPath('storage_management', 's1', allowAll)).toBe('/lab/inventory/storage-management/s1');
  expect(recordPath('user_company', 'u1', allowAll)).toBe('/users/u1');
});

test('a user without access to the lab’s page of a record gets their own, or none', () => {
  expect(recordPath('Company', 'c1', below('/locations'))).toBe('/locations/c1');
  expect(recordPath('Invoice', 'i1', below('/invoices'))).toBe('/invoices/i1');
  expect(recordPath('Batch', 'b1', below('/orders'))).toBeNull();
  expect(recordPath('Email', 'e1', allowAll)).toBeNull();
});
