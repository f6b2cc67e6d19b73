import { readSheet } from 'read-excel-file/node';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderPage } from '#db/ordering/listed-order.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

test('in the workbook of the orders counts and amounts are numbers, which can be summed', async () => {
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
  const shown = Object.fromEntries(headers.map((name, place) => [String(name), first[place]]));
  const [row] = OrderPage.parse(
    (await lab.call('COMPANY_USER', 'get', '/api/orders?status=DRAFT')).body,
  ).rows;
  expect(shown).toMatchObject({
    Order: row?.orderNumber,
    Specimens: row?.specimenCount,
    Received: 0,
    Total: (row?.total ?? 0) / 100,
  });
});
