import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linksFor, SCAN_LINKS } from './scan-links.ts';

const everywhere = () => true;
const labels = (kind: string, body: Record<string, unknown> = {}, more = {}) =>
  linksFor({ kind, id: 'x1', body, ...more }, everywhere, everywhere).map((link) => link.label);

test('a stored sample can be opened, checked out and moved; a checked-out one can be checked in', () => {
  expect(labels('Sample', { custodianUserId: null })).toEqual(['Open', 'Check out', 'Move']);
  expect(labels('Sample', { custodianUserId: 'me' })).toEqual(['Open', 'Check in']);
});

test('a box can be scanned, re-racked and counted; a freezer only moved and counted', () => {
  expect(labels('StorageManagement', { type: 'BOX' })).toEqual([
    'Open',
    'Check out',
    'Move',
    'Rack scan',
    'Re-rack',
    'Stock-take',
  ]);
  expect(labels('StorageManagement', { type: 'FREEZER' })).toEqual(['Open', 'Move', 'Stock-take']);
});

test('a location that left the lab is neither moved nor counted, and a site is not moved', () => {
  for (const type of ['DISPOSED', 'SENT_TO_CLIENT'])
    expect(labels('StorageManagement', { type })).toEqual(['Open']);
  expect(labels('StorageManagement', { type: 'SITE' })).toEqual(['Open', 'Stock-take']);
});

test('a shipped specimen can be received; a received one can only be viewed', () => {
  expect(labels('Specimen', { status: 'SHIPPED', orderId: 'o1' })).toEqual(['Open', 'Receive']);
  expect(labels('Specimen', { status: 'RECEIVED', orderId: 'o1' })).toEqual(['Open']);
});

test('a batch links to its current section when it has one', () => {
  expect(labels('Batch', {}, { currentSectionId: 's1' })).toEqual(['Open', 'Current section']);
  expect(labels('Batch', {}, { currentSectionId: null })).toEqual(['Open']);
});

test('pages that are missing in this build or forbidden to the user are not offered', () => {
  const scannedRecord = { kind: 'Order', id: 'o1', body: {} };
  expect(
    linksFor(scannedRecord, (route) => route !== '/lab/orders/$id', everywhere).map((one) => one.label),
  ).toEqual(['Receive']);
  expect(linksFor(scannedRecord, everywhere, () => false)).toEqual([]);
});

test('a badge has no links', () => {
  expect(labels('Person')).toEqual([]);
});

test('the link passes the tube, the box, or the well to the page', () => {
  const hrefs = (kind: string, body: Record<string, unknown>) =>
    linksFor({ kind, id: 'x1', body }, everywhere, everywhere).map((link) => link.href);
  const tube = { custodianUserId: null, batchId: 'b1', plateLocation: 'C4' };
  expect(hrefs('Sample', tube)).toEqual([
    '/lab/samples/x1',
    '/lab/samples/check-out?sample=x1',
    '/lab/samples/move?mode=samples&sample=x1',
    '/lab/batches/b1?tab=plate&well=C4',
  ]);
  expect(hrefs('Sample', { custodianUserId: 'me' })).toContain('/lab/samples/check-in?sample=x1');
  expect(hrefs('StorageManagement', { type: 'BOX' })).toContain(
    '/lab/samples/move?mode=re-rack&container=x1',
  );
});

test('every link uses a route of the app', () => {
  const paths = new Set(
    readdirSync(new URL('../../routes/_signed-in/', import.meta.url), {
      recursive: true,
      encoding: 'utf8',
    }).map((file) => `/${file.replace(/(\/index)?\.tsx$/, '')}`),
  );
  const later = ['/lab/orders/$id', '/lab/inventory/equipment/$id', '/lab/inventory/$id'];
  const routes = Object.values(SCAN_LINKS).flatMap((links) => links.map((link) => link.route));
  expect(routes.filter((route) => !paths.has(route) && !later.includes(route))).toEqual([]);
});
