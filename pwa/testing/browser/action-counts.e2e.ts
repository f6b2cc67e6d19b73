import { readFileSync } from 'node:fs';
import { expect, type Locator } from '@playwright/test';
import type pg from 'pg';
import { commandCode } from '#db/values/command-codes.ts';
import { inspectAndThaw } from './batch-work.ts';
import { test } from './bench-test.ts';
import { figure, putTubeOrder } from './delivery.ts';
import type { Device } from './device.ts';
import { storedTubes } from './lab-truth.ts';
import { prepareSigning } from './receiving.ts';
import { goTo } from './screens.ts';
import { PIN } from './sign-in.ts';

/** The table of pwa/README.md: the actions of each task, and the minimum that is physically possible. */
const TABLE = new Map(
  readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, task, minimum, actions] = /^\| ([^|]+?) +\| (\d+) +\| (\d+) +\|$/.exec(line) ?? [];
      return task ? [[task, { minimum: Number(minimum), actions: Number(actions) }] as const] : [];
    }),
);

/** Count what a person does on the page of a task: each scan, press, entry and choice of a file is one action. */
class ActionCounter {
  #count = 0;
  readonly #device: Device;

  constructor(device: Device) {
    this.#device = device;
  }

  get verdict(): Locator {
    return this.#device.page.locator('[data-verdict]').first();
  }

  /** Scan a code; the page answers with the text. */
  async scan(code: string, answer: string | RegExp): Promise<void> {
    this.#count += 1;
    await this.#device.scan(code);
    await expect(this.verdict).toContainText(answer);
  }

  /** Scan a code whose answer is elsewhere on the page. */
  async scanCommand(code: string): Promise<void> {
    this.#count += 1;
    await this.#device.scan(code);
  }

  async press(target: Locator): Promise<void> {
    this.#count += 1;
    await target.click();
  }

  async pressWithShift(target: Locator): Promise<void> {
    this.#count += 1;
    await target.click({ modifiers: ['Shift'] });
  }

  async pressKey(key: string): Promise<void> {
    this.#count += 1;
    await this.#device.page.keyboard.press(key);
  }

  async type(field: Locator, text: string): Promise<void> {
    this.#count += 1;
    await field.fill(text);
  }

  async chooseFile(name: string, text: string): Promise<void> {
    this.#count += 1;
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await this.#device.page.locator('input[type=file]').setInputFiles(file);
  }

  /** Compare with the table, which allows one action more than the minimum; the next task counts from zero. */
  finish(task: string): void {
    const row = TABLE.get(task);
    if (!row) throw new Error(`pwa/README.md has no task "${task}".`);
    expect.soft(this.#count, `actions to ${task}`).toBe(row.actions);
    expect.soft(row.actions - row.minimum, `actions beyond the minimum to ${task}`).toBeLessThanOrEqual(1);
    this.#count = 0;
  }
}

interface Box {
  name: string;
  code: string;
  tubes: { barcode: string; position: string }[];
}

/** Find the two emptiest boxes with tubes that nobody has, and empty most of the first. */
async function findBoxes(pool: pg.Pool): Promise<[Box, Box]> {
  const { rows } = await pool.query<Box>(
    `SELECT p.name, p.barcode AS code, json_agg(json_build_object('barcode', s.barcode, 'position', s.storage_position)
       ORDER BY s.storage_position) AS tubes
     FROM storage_management p JOIN sample s ON s.storage_location_id = p.id
     WHERE p.entity = 'WBL' AND p.type = 'BOX' AND NOT p.quarantine AND NOT p.deleted
     GROUP BY p.id HAVING count(*) BETWEEN 4 AND 78
       AND bool_and(s.custodian_user_id IS NULL AND s.status <> 'RECEIVED_QUARANTINED') ORDER BY count(*)`,
  );
  const [small, other] = rows;
  if (!small || !other) throw new Error('The demo lab has no two boxes with free positions.');
  const tubes = small.tubes.slice(0, 4);
  await pool.query(
    `UPDATE sample SET storage_position = NULL, storage_location_id = (SELECT id FROM storage_management WHERE barcode = 'BENCH-1' AND entity = 'WBL')
     WHERE storage_location_id = (SELECT id FROM storage_management WHERE barcode = $1 AND entity = 'WBL') AND NOT barcode = ANY ($2)`,
    [small.code, tubes.map(({ barcode }) => barcode)],
  );
  return [{ ...small, tubes }, other];
}

test('storing and moving takes at most one action more than the minimum', { tag: '@walk' }, async ({
  lab,
  newDevice,
}) => {
  const [small, other] = await findBoxes(lab.pool);
  const tubes = await storedTubes(lab.pool, 26);
  const [single, ...more] = tubes.filter(({ place }) => place !== small.name && place !== other.name);
  if (!single || more.length < 20) throw new Error('The demo lab has too few tubes in other boxes.');
  const device = await newDevice('handheld');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await device.open('/lab/samples/move');
  await device.ready();
  await device.goOffline();
  const counter = new ActionCounter(device);

  await expect(page.getByText('Scan a sample', { exact: true })).toBeVisible();
  await counter.scan(single.barcode, 'Scan its location');
  await counter.scan(other.code, other.name);
  counter.finish('move one tube');

  await goTo(page, '/lab/samples/move?mode=rack-scan');
  await expect(page.getByText('Scan the box or rack', { exact: true })).toBeVisible();
  await counter.scan(small.code, small.name);
  await counter.chooseFile(
    'rack.csv',
    small.tubes
      .slice(1)
      .map(({ position, barcode }) => `${position},${barcode}`)
      .join('\n'),
  );
  await expect(counter.verdict).toContainText('Look at the changes, then confirm');
  await counter.press(page.getByRole('button', { name: `Record ${small.name} as scanned` }));
  await expect(counter.verdict).toContainText('is recorded as scanned');
  counter.finish('move a rack of tubes by its file');

  await goTo(page, '/lab/samples/move?mode=many');
  await expect(page.getByText('Scan the container or the samples')).toBeVisible();
  await counter.scan(small.code, `Into ${small.name}`);
  for (const { barcode } of more.slice(0, 20)) await counter.scan(barcode, /Position [A-I]\d/);
  await counter.press(page.getByRole('button', { name: 'Move 20 samples' }));
  await expect(counter.verdict).toContainText(`20 samples moved to ${small.name}`);
  counter.finish('store 20 tubes in one box');

  await goTo(page, '/lab/samples/check-out');
  await expect(page.getByText('0 checked out')).toBeVisible();
  for (const { barcode } of more.slice(0, 5)) await counter.scan(barcode, 'Checked out to you');
  counter.finish('check out 5 tubes');
});

test('receiving takes at most one action more than the minimum', { tag: '@walk' }, async ({
  lab,
  newDevice,
}) => {
  const tubes = await putTubeOrder(lab.pool, 'W-000990', 24);
  const { rows } = await lab.pool.query<{ barcode: string }>(
    `SELECT s.shipment_plate_barcode AS barcode FROM specimen s JOIN "order" o ON o.id = s.order_id
     WHERE o.entity = 'WBL' AND o.status = 'SHIPPED' GROUP BY 1, o.id HAVING count(*) = 96`,
  );
  const plate = rows[0]?.barcode;
  if (!plate) throw new Error('The demo lab has no plate on its way.');
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await prepareSigning(device);
  await device.open('/lab/specimens/accession');
  await device.ready();
  await device.goOffline();
  const counter = new ActionCounter(device);
  const signIntact = async (): Promise<void> => {
    await counter.scan(commandCode('INTACT'), 'Package: intact');
    await counter.press(page.getByRole('button', { name: 'Go to the signature' }));
    await counter.type(page.getByLabel('Signing PIN'), PIN);
    await counter.pressKey('Enter');
    await expect(page.getByRole('button', { name: 'Receive next shipment' })).toBeVisible();
  };

  await expect(page.getByLabel('Scan the package')).toBeVisible();
  await counter.scanCommand('W-000990');
  await expect(figure(page, 'expected')).toHaveText('24');
  for (const tube of tubes) await counter.scan(tube, tube);
  await expect(figure(page, 'received')).toHaveText('24');
  await signIntact();
  counter.finish('receive 24 tubes');

  await counter.scanCommand(plate);
  await expect(page.getByRole('tab', { name: /Plates/ })).toHaveAttribute('aria-selected', 'true');
  await counter.press(page.getByLabel('A1 corner seen'));
  await counter.press(page.getByRole('button', { name: 'Accept 96 wells' }));
  await expect(figure(page, 'received')).toHaveText('96');
  await signIntact();
  counter.finish('receive a plate of 96 wells');
});

test('laying out, signing and printing again take at most one action more than the minimum', {
  tag: '@walk',
}, async ({ lab, newDevice }) => {
  const section = await lab.pool.query<{ id: string }>(
    `SELECT a.id FROM assigned_section a JOIN batch b ON b.id = a.batch_id JOIN section s ON s.id = a.section_id
     WHERE b.name = 'Blood lysis, third plate' AND s.name = 'Inspect and thaw' AND b.entity = 'WBL'`,
  );
  const inBatch = await lab.pool.query<{ barcode: string }>(
    `SELECT s.barcode FROM sample s JOIN batch b ON b.id = s.batch_id WHERE b.name = 'Blood lysis, third plate'
     AND b.entity = 'WBL' ORDER BY s.batch_order`,
  );
  const handheld = await newDevice('handheld');
  await handheld.signIn('LAB_TECH');
  await prepareSigning(handheld);
  await handheld.open(`/lab/assigned-sections/${section.rows[0]?.id}`);
  await inspectAndThaw(
    handheld,
    inBatch.rows.map(({ barcode }) => barcode),
  );
  const signing = new ActionCounter(handheld);
  await signing.press(handheld.page.getByRole('button', { name: 'Sign section' }));
  await signing.type(handheld.page.getByRole('dialog').getByLabel('PIN'), PIN);
  await signing.pressKey('Enter');
  await expect(handheld.page.getByRole('dialog')).toBeHidden();
  await expect(handheld.page.getByRole('list', { name: 'Signatures' })).toContainText('Tess Nakamura');
  signing.finish('sign a section');

  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('LAB_MANAGER');
  await device.open('/lab/queue?stage=PREPARATION');
  await device.ready();
  const counter = new ActionCounter(device);
  const boxes = page.getByRole('checkbox', { name: /^Select [A-Z]\d/ });
  await counter.press(boxes.first());
  await counter.pressWithShift(boxes.nth(47));
  await counter.press(page.getByRole('button', { name: 'New batch with 48' }));
  await counter.type(page.getByRole('dialog').getByLabel('Name'), 'Counted plate');
  await counter.press(page.getByRole('dialog').getByRole('button', { name: 'Create batch' }));
  await counter.press(page.getByRole('button', { name: /^Fill \d+ wells$/ }));
  await expect(counter.verdict).toContainText('Placed 48 samples');
  counter.finish('lay out 48 samples of the queue');

  const [tube] = await storedTubes(lab.pool, 1);
  await device.open(`/lab/samples/${tube?.id}`);
  const window = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Print label' }).click();
  await window.getByLabel('Printer').selectOption('stub');
  await window.getByRole('button', { name: 'Print 1', exact: true }).click();
  await expect(window).toBeHidden();
  await counter.press(page.getByRole('button', { name: 'Actions' }));
  await counter.press(page.getByRole('menuitem', { name: 'Print label' }));
  await counter.press(window.getByRole('button', { name: 'Unreadable' }));
  await expect(page.getByRole('dialog')).toBeHidden();
  counter.finish('print a label again');
});

test('deciding a conflict takes at most one action more than the minimum', { tag: '@walk' }, async ({
  lab,
  newDevice,
}) => {
  const [mine, theirs] = await storedTubes(lab.pool, 2);
  if (!mine || !theirs) throw new Error('The demo lab has too few tubes.');
  const tech = await newDevice('handheld');
  const manager = await newDevice('desktop');
  await tech.signIn('LAB_TECH');
  await manager.signIn('LAB_MANAGER');
  for (const device of [tech, manager]) {
    await device.open('/lab/samples/move');
    await device.ready();
  }
  await tech.goOffline();
  const techCounter = new ActionCounter(tech);
  await techCounter.scan(mine.barcode, 'Scan its location');
  await techCounter.scan('BOX-05', 'Box 05, ');
  const counter = new ActionCounter(manager);
  await counter.scan(theirs.barcode, 'Scan its location');
  await counter.scan('BOX-05', 'Box 05, ');
  await expect(manager.chip()).toHaveText('Synced');
  await tech.goOnline();
  await expect(manager.chip()).toHaveText('1 conflict');

  const decision = new ActionCounter(manager);
  await decision.press(manager.chip());
  const card = manager.page.getByRole('article').filter({ hasText: mine.barcode });
  await decision.press(
    card.getByRole('button', { name: 'The second is there; the first is looked for in the box' }),
  );
  await expect(card).toBeHidden();
  decision.finish('decide a conflict');
});
