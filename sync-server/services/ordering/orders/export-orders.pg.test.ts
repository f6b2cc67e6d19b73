import { readSheet } from 'read-excel-file/node';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderPage } from '#db/ordering/orders/listed-order.ts';
import { orderName } from '#db/values/order-name.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

test('counts and amounts in the order workbook are numbers that can be summed', async () => {
  const { body } = await request(lab.server)
    .get('/api/orders/export?format=xlsx&status=DRAFT')
    .set(lab.headersOf('COMPANY_USER'))
    .buffer(true)
    .parse((answer, done) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done(null, Buffer.concat(parts)));
    });
  const [headers = [], first = []] = await readSheet(body);
  const exportRow = Object.fromEntries(headers.map((name, place) => [String(name), first[place]]));
  const [row] = OrderPage.parse(
    (await lab.call('COMPANY_USER', 'get', '/api/orders?status=DRAFT')).body,
  ).rows;
  expect(exportRow).toMatchObject({
    Order: row && orderName(row, lab.services.env.LAB_TIMEZONE),
    Specimens: row?.specimenCount,
    Received: 0,
    Total: (row?.total ?? 0) / 100,
  });
});

test('an order submitted in the evening has that day of the lab, not the next day of UTC', async () => {
  const { rows } = OrderPage.parse(
    (await lab.call('BILLING_MANAGER', 'get', '/api/lab/orders?limit=1')).body,
  );
  const [row] = rows;
  await lab.rows(`UPDATE "order" SET submitted_at = '2026-03-04T03:30:00Z' WHERE id = $1`, [row?.id]);
  const { text } = await lab.call('BILLING_MANAGER', 'get', '/api/lab/orders/export');
  const line = text.split('\r\n').find((one) => one.startsWith(`${row?.orderNumber},`));
  expect(line).toContain(',2026-03-03,');
});
