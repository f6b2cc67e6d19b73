import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
const calls = new Set<http.ClientRequest>();
beforeAll(async () => {
  lab = await openDemoServer();
});
afterEach(() => {
  for (const call of calls) call.destroy();
  calls.clear();
});
afterAll(() => lab.close());

interface Stream {
  status: number;
  orderIds: string[];
  /** Resolves when an order is named. */
  names(id: string): Promise<void>;
  ended: Promise<void>;
}

/** Open the stream; its ids are collected. */
function openStream(caller: Caller): Promise<Stream> {
  const { port } = lab.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/api/sync/orders', headers: lab.headersOf(caller) };
    const call = http.get(options, (answer) => {
      const orderIds: string[] = [];
      const waiting = new Set<() => void>();
      answer.on('data', (chunk) => {
        for (const [, ids = '[]'] of String(chunk).matchAll(/"orderIds":(\[.*?\])/g))
          orderIds.push(...JSON.parse(ids));
        for (const check of waiting) check();
      });
      resolve({
        status: answer.statusCode ?? 0,
        orderIds,
        names: (id) =>
          new Promise((done) => {
            const check = () => orderIds.includes(id) && done();
            waiting.add(check);
            check();
          }),
        ended: new Promise((done) => answer.once('close', done)),
      });
    });
    calls.add(call);
    call.once('error', reject);
  });
}

/** An order of the customer's company, and one of another company. */
async function readOrders() {
  const [member] = await lab.rows<{ id: string }>(
    `SELECT company_id AS id FROM user_company WHERE entity = 'WBL' AND role = 'COMPANY_USER' ORDER BY id LIMIT 1`,
  );
  const orderOf = async (condition: string) =>
    (
      await lab.rows<{ id: string }>(
        `SELECT o.id FROM "order" o JOIN specimen s ON s.order_id = o.id
          WHERE o.entity = 'WBL' AND NOT o.deleted AND o.status <> 'DRAFT' AND ${condition} ORDER BY o.id LIMIT 1`,
        [member?.id],
      )
    )[0]?.id ?? '';
  return { own: await orderOf('o.company_id = $1'), foreign: await orderOf('o.company_id <> $1') };
}
const changeOrder = (id: string) =>
  lab.rows(`UPDATE "order" SET updated_at = now(), version = version + 1 WHERE id = $1`, [id]);
const changeSpecimens = (id: string) =>
  lab.rows(`UPDATE specimen SET updated_at = now(), version = version + 1 WHERE order_id = $1`, [id]);

test('a customer gets changes of own orders and specimens only, staff of all', async () => {
  const { own, foreign } = await readOrders();
  const [customer, staff] = [await openStream('COMPANY_USER'), await openStream('CS_REP')];
  await changeOrder(foreign);
  await staff.names(foreign);
  await changeSpecimens(own);
  await Promise.all([customer.names(own), staff.names(own)]);
  expect(new Set(customer.orderIds)).toEqual(new Set([own]));
});

test('the oldest stream of a person ends when they open more than eight', async () => {
  const first = await openStream('COMPANY_USER');
  const rest = [];
  for (let n = 0; n < 8; n += 1) rest.push(await openStream('COMPANY_USER'));
  await first.ended;
  const { own } = await readOrders();
  await changeOrder(own);
  await Promise.all(rest.map((stream) => stream.names(own)));
  expect(first.orderIds).toEqual([]);
});
