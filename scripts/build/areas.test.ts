import { expect, test } from 'vitest';
import { type Areas, findAreas } from './areas.ts';

const APP = '/app/pwa';
const PAGE = '?tsr-split=component';

/** Modules with what each always loads, and what it loads on demand. */
type Modules = Record<string, { at_once?: string[]; later?: string[] }>;

function areasOf(modules: Modules): Areas {
  const full = (path: string): string => (path.startsWith('\0') ? path : `${APP}/${path}`);
  const known = new Map(Object.entries(modules).map(([path, links]) => [full(path), links]));
  return findAreas({
    ids: () => known.keys(),
    importsOf: (id) => (known.get(id)?.at_once ?? []).map(full),
    dynamicImportsOf: (id) => (known.get(id)?.later ?? []).map(full),
  });
}

const frame = `routes/_signed-in.tsx${PAGE}`;
const signIn = `routes/sign-in.tsx${PAGE}`;
const queue = `routes/_signed-in/lab/queue.tsx${PAGE}`;
const move = `routes/_signed-in/lab/samples/move.tsx${PAGE}`;
const checkIn = `routes/_signed-in/lab/samples/check-in.tsx${PAGE}`;
const orders = `routes/_signed-in/lab/orders/index.tsx${PAGE}`;
const dashboard = 'features/ordering/dashboard/dashboard-page.tsx';
const files = 'features/records/files/online-files.tsx';
const users = `routes/_signed-in/manager/users.tsx${PAGE}`;
const wizard = `routes/_signed-in/order/$id.tsx${PAGE}`;
const members = `routes/_signed-in/manager/members.tsx${PAGE}`;
const eventLog = `routes/_signed-in/event-log.tsx${PAGE}`;

const { areaOf, layerOf } = areasOf({
  'main.tsx': {
    at_once: ['ui/button.tsx', '\0helper'],
    later: [frame, signIn, queue, move, checkIn, users, orders, dashboard, wizard, members, eventLog],
  },
  'ui/button.tsx': {},
  '\0helper': {},
  [frame]: { at_once: ['ui/header.tsx'], later: ['app/bench.tsx'] },
  'ui/header.tsx': {},
  [signIn]: { at_once: ['ui/password.tsx'] },
  'ui/password.tsx': {},
  'app/bench.tsx': {
    at_once: ['replica/puller.ts', 'ui/header.tsx', 'db/operation.ts', 'db/history.ts', 'db/entities.ts'],
    later: ['replica/rules.ts'],
  },
  'db/operation.ts': {},
  'db/entities.ts': {},
  'replica/puller.ts': {},
  'replica/rules.ts': {},
  'app/home/home-page.tsx': { at_once: ['ui/tile.tsx'] },
  'ui/tile.tsx': {},
  [queue]: { at_once: ['ui/list.tsx', 'ui/button.tsx', 'ui/badge.tsx'], later: [files] },
  [files]: { at_once: ['features/records/files/files-panel.tsx', 'ui/list.tsx'] },
  'features/records/files/files-panel.tsx': {},
  [move]: { at_once: ['scanning/scan.ts', 'ui/plate.tsx', 'ui/boxes.tsx'] },
  [checkIn]: { at_once: ['scanning/scan.ts', 'ui/plate.tsx', 'ui/boxes.tsx', 'ui/check-in.tsx'] },
  'ui/plate.tsx': {},
  'scanning/scan.ts': {},
  'ui/check-in.tsx': {},
  [orders]: {},
  [dashboard]: { at_once: ['ui/badge.tsx', 'features/ordering/dashboard/bars.tsx'] },
  'ui/badge.tsx': {},
  'features/ordering/dashboard/bars.tsx': {},
  [users]: { at_once: ['ui/list.tsx', 'features/identity/users/table.tsx'] },
  [wizard]: { at_once: ['ui/plate.tsx', 'db/operation.ts'] },
  [members]: { at_once: ['ui/boxes.tsx', 'db/history.ts'] },
  'ui/boxes.tsx': {},
  'db/history.ts': {},
  [eventLog]: { at_once: ['db/entities.ts'] },
  'ui/list.tsx': {},
  'features/identity/users/table.tsx': {},
});
const area = (path: string) => areaOf(`${APP}/${path}`);
const layer = (path: string) => layerOf(`${APP}/${path}`);

test("everybody's start, the sign-in page and the bundler's additions belong to the shell", () => {
  for (const path of ['main.tsx', 'ui/button.tsx', frame, 'ui/header.tsx', signIn, 'ui/password.tsx'])
    expect([path, area(path)]).toEqual([path, 'shell']);
  expect(areaOf('\0helper')).toBe('shell');
});

test("a customer's device caches nothing of the bench: its pages, frame, replica and rules belong to the bench", () => {
  for (const path of [queue, move, 'app/bench.tsx', 'replica/puller.ts', 'replica/rules.ts', 'ui/tile.tsx'])
    expect([path, area(path)]).toEqual([path, 'bench']);
});

test('a page that is not listed is online, with its own modules; modules shared with a bench page are cached', () => {
  expect(area(users)).toBe('online');
  expect(area('features/identity/users/table.tsx')).toBe('online');
  expect(area('ui/list.tsx')).toBe('bench');
});

test("modules of a customer's dashboard and the bench are shared, so no customer downloads a bench file for it", () => {
  expect(area('ui/badge.tsx')).toBe('shell');
  expect(area('features/ordering/dashboard/bars.tsx')).toBe('online');
});

test('modules of an online page and the bench are shared, so no customer downloads the bench for a plate', () => {
  expect([area('ui/plate.tsx'), layer('ui/plate.tsx')]).toEqual(['shell', 'shell-order']);
  expect([area('db/operation.ts'), layer('db/operation.ts')]).toEqual(['shell', 'frame']);
});

test('an ordering customer loads no module that only other pages share with the bench', () => {
  expect([area('ui/boxes.tsx'), layer('ui/boxes.tsx')]).toEqual(['shell', 'shell-scan']);
  expect([area('db/history.ts'), layer('db/history.ts')]).toEqual(['shell', 'shell-bench']);
});

test('modules of the event log and the bench alone stay there, so no customer loads every kind of record', () => {
  expect([area('db/entities.ts'), layer('db/entities.ts')]).toEqual(['bench', 'bench']);
});

test('modules that are always loaded together are in one layer, the earlier one first', () => {
  expect(layer('ui/button.tsx')).toBe('start');
  expect(layer('ui/header.tsx')).toBe('frame');
  expect(layer('replica/puller.ts')).toBe('bench');
  expect(layer('ui/tile.tsx')).toBe('home');
  expect(layer('scanning/scan.ts')).toBe('scan');
});

test('the modules of a single page load with that page', () => {
  for (const path of [
    'ui/check-in.tsx',
    'ui/password.tsx',
    'replica/rules.ts',
    'features/identity/users/table.tsx',
  ])
    expect([path, layer(path)]).toEqual([path, null]);
});

test('a lab page that queries the server, and the dashboard of people without a replica, are cached by nobody', () => {
  for (const path of [orders, dashboard]) expect([path, area(path)]).toEqual([path, 'online']);
});

test('a part of a bench page that only works while connected is cached by nobody', () => {
  for (const path of [files, 'features/records/files/files-panel.tsx'])
    expect([path, area(path)]).toEqual([path, 'online']);
});
