import { expect, test } from 'vitest';
import { type AppLink, addressOf } from './app-link.ts';

test('the address of a link holds its parameter and its query, without empty values', () => {
  expect(addressOf({ to: '/' })).toBe('/');
  expect(addressOf({ to: '/lab/samples/$id', params: { id: 'a/b' } })).toBe('/lab/samples/a%2Fb');
  const tab: AppLink = { to: '/lab/batches/$batchId', params: { batchId: 'b1' }, search: { tab: 'plate' } };
  expect(addressOf(tab)).toBe('/lab/batches/b1?tab=plate');
  const search = { status: ['DRAFT', 'PROCESSING'], search: '', companyId: undefined };
  expect(addressOf({ to: '/orders', search })).toBe('/orders?status=DRAFT&status=PROCESSING');
});

test('a link is refused without its route, its parameter or a known value of its query', () => {
  const wrong: AppLink[] = [
    // @ts-expect-error There is no such route.
    { to: '/nowhere' },
    // @ts-expect-error The route has a parameter.
    { to: '/lab/samples/$id' },
    // @ts-expect-error The parameter has another name.
    { to: '/lab/batches/$batchId', params: { id: 'b1' } },
    // @ts-expect-error The page has no such tab.
    { to: '/lab/batches/$batchId', params: { batchId: 'b1' }, search: { tab: 'nothing' } },
  ];
  expect(wrong).toHaveLength(4);
});
