import { expect, test } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import {
  filterSpecimens,
  filtersOf,
  NO_FILTERS,
  STATUSES_BY_RANK,
  specimenRows,
  specimenTabs,
} from './specimen-list.tsx';
import { specimensCsv } from './specimens-page.tsx';

const rows = specimenRows(
  [
    buildSpecimen({
      id: 'a',
      orderId: 'order-1',
      status: 'RECEIVED',
      julianId: 'W26324-0001',
      requisitionNumber: 'W-000001-001',
      customerSampleId: '=HYPERLINK("x")',
      tubeBarcode: 'TUBE-77',
      patientMrn: 'MRN-SECRET',
      // In New York this is still the evening before.
      receivedAt: '2026-11-21T03:00:00.000Z',
    }),
    buildSpecimen({
      id: 'b',
      orderId: 'order-2',
      status: 'SHIPPED',
      requisitionNumber: 'W-000002-001',
      receivedAt: null,
    }),
  ],
  {
    orders: [
      buildOrder({ id: 'order-1', orderNumber: 'W-000001', companyId: 'north', protocolId: 'genome' }),
      buildOrder({ id: 'order-2', orderNumber: 'W-000002', companyId: 'lake', protocolId: 'plasmid' }),
    ],
    companies: [
      { id: 'north', name: 'Northfield Biotech' },
      { id: 'lake', name: 'Lakeside University' },
    ],
    services: [
      { protocolId: 'genome', name: 'Whole genome' },
      { protocolId: 'plasmid', name: 'Plasmid' },
    ],
    labTimezone: 'America/New_York',
  },
);
const findIds = (filters: Partial<typeof NO_FILTERS>): string[] =>
  filterSpecimens(rows, { ...NO_FILTERS, ...filters }).map(({ specimen }) => specimen.id);

test('specimens are found by every shown name and number', () => {
  for (const search of ['w26324-0001', 'W-000001-001', 'tube-77', 'hyperlink', 'northfield', 'whole genome'])
    expect(findIds({ search })).toEqual(['a']);
  expect(findIds({ search: 'W-000002' })).toEqual(['b']);
  expect(findIds({ search: 'tube-77 W-000002' })).toEqual([]);
});

test('views count the specimens of their statuses', () => {
  const counts = Object.fromEntries(specimenTabs(rows).map(({ id, count }) => [id, count]));
  expect(counts).toEqual({ all: 2, expected: 1, action: 0, 'in-lab': 1, failed: 0, completed: 0 });
});

test('specimens are filtered by status, order and the lab’s own day', () => {
  expect(findIds({ statuses: ['SHIPPED'] })).toEqual(['b']);
  expect(findIds({ statuses: ['SHIPPED', 'RECEIVED'] })).toEqual(['a', 'b']);
  expect(findIds({ orderId: 'order-1' })).toEqual(['a']);
  expect(findIds({ receivedDay: '2026-11-20' })).toEqual(['a']);
  expect(findIds({ receivedDay: '2026-11-21' })).toEqual([]);
});

test('the release filter finds finished work and recalled results', () => {
  const AT = '2026-11-20T10:00:00.000Z';
  const built = (id: string, more: Parameters<typeof buildSpecimen>[0]) => buildSpecimen({ id, ...more });
  const all = specimenRows(
    [
      built('done', { status: 'IN_PROGRESS' }),
      built('in-work', { status: 'IN_PROGRESS' }),
      built('recalled', { status: 'COMPLETED', completedAt: AT, resultsReleasedAt: null }),
      built('stopped', { status: 'IN_STORAGE', completedAt: null }),
      built('released', { status: 'COMPLETED', completedAt: AT, resultsReleasedAt: AT }),
    ],
    { orders: [], companies: [], services: [], labTimezone: 'UTC' },
  );
  const visibleIds = (results: 'TO_RELEASE' | 'RELEASED') =>
    filterSpecimens(all, { ...NO_FILTERS, results }, new Set(['done'])).map(({ specimen }) => specimen.id);
  expect(visibleIds('TO_RELEASE')).toEqual(['done', 'recalled']);
  expect(visibleIds('RELEASED')).toEqual(['released']);
});

test('the address sets the filters; an unknown status hides no specimens', () => {
  const parseFilters = (address: string) => {
    const parameters = new URLSearchParams(address);
    return filtersOf(parameters.get('search') ?? '', (name) => parameters.getAll(name));
  };
  const visibleIds = (address: string) =>
    filterSpecimens(rows, parseFilters(address)).map(({ specimen }) => specimen.id);
  expect(visibleIds('')).toEqual(['a', 'b']);
  expect(visibleIds('status=SHIPPED')).toEqual(['b']);
  expect(visibleIds('orderId=order-1&search=tube-77')).toEqual(['a']);
  expect(visibleIds('receivedDay=2026-11-20')).toEqual(['a']);
  expect(visibleIds('status=NO_SUCH_STATUS')).toEqual(['a', 'b']);
  expect(parseFilters('')).toEqual(NO_FILTERS);
});

test('statuses are offered in the order of their display rank', () => {
  expect(STATUSES_BY_RANK[0]).toBe('CANCELED');
  expect(STATUSES_BY_RANK.at(-1)).toBe('IN_STORAGE');
});

test('an exported list has no formulas and nothing about patients', () => {
  const csv = specimensCsv(rows, 'America/New_York');
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  expect(csv).not.toContain('MRN-SECRET');
});
