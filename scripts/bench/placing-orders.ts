import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { createApp } from '#sync-server/app.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { sessionReader } from '#sync-server/auth/routes.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { bareConnection, recordStatements, replay, type Statement } from './engine-lab.ts';
import { type Figure, type FigureRow, ms, p50p95, percentile } from './figure.ts';
import { type Call, signInOverHttp } from './lab-session.ts';
import type { Stage } from './stage.ts';

/** The customers of the demo lab who order. */
const CUSTOMER_ACCOUNTS = [
  'company-user@wbl.example',
  'company-manager@wbl.example',
  'institution-user@wbl.example',
  'institution-manager@wbl.example',
];

const BILLING = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };
const CARD = '4242424242424242';

const Intent = z.object({ clientSecret: z.string(), paymentIntentId: z.string() });

/** Place one order from the first step to the card's payment; every bad response ends the figure. */
async function placeOrder(call: Call, protocolId: string): Promise<void> {
  const draft = ShownDraft.parse(await call('/api/create-order', { protocolId }));
  const { id, projectedSpecimenCount } = draft.order;
  const species = draft.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS';
  const rows = Array.from({ length: projectedSpecimenCount }, (_, n) => ({
    row: n + 1,
    cells: {
      customerSampleId: `S-${n + 1}`,
      providedSourceSpecies: species,
      providedSpecimenType: 'WHOLE_BLOOD',
    },
  }));
  await call(`/api/create-order/manifest/rows?orderId=${id}&mode=replace`, { rows });
  const agreed = await call(`/api/create-order/${id}/data-use`, {
    agreementTypes: ['NO_RIGHTS'],
    otherText: '',
    retentionPeriod: 'YEARS_2',
    agreementVersion: AGREEMENT_VERSION,
  });
  const { order } = ShownDraft.parse(agreed);
  await call(`/api/create-order/${id}`, {
    seenVersion: order.version,
    changes: { billingAddress: BILLING },
  });
  const intent = Intent.parse(await call('/api/create-online-payment-intent', { orderId: id }));
  await call('/api/payments/simulator/confirm', { ...intent, cardNumber: CARD });
}

/**
 * Record the database statements of one person's requests, one list per request. A server within this process
 * handles them, without its jobs.
 */
async function recordedSteps(
  lab: { databaseUrl: string; dataDirectory: string; dist: string },
  email: string,
  work: (call: Call) => Promise<void>,
): Promise<Statement[][]> {
  const { databaseUrl, dataDirectory, dist } = lab;
  const env = readEnv({ DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const pool = createPool(databaseUrl, { max: 4 });
  const record = recordStatements(pool);
  const now = () => new Date();
  const services = {
    pool,
    env,
    logger: pino({ level: env.LOG_LEVEL }),
    readSession: sessionReader({ pool, secret: authSecret(env), env, now }),
    now,
    stopping: new AbortController().signal,
  };
  const server = createApp(services, { routes: ROUTES, dist }).listen(0, env.HOST);
  await new Promise((resolve) => server.once('listening', resolve));
  // The cast is safe: a server on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const steps: Statement[][] = [];
  try {
    const call = await signInOverHttp(`http://localhost:${port}`, email);
    record.take();
    await work(async (path, body) => {
      const answer = await call(path, body);
      steps.push(record.take());
      return answer;
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await pool.end();
  }
  return steps;
}

/** Find a service of the demo lab that customers order in tubes; returns its protocol. */
export async function serviceOnSale(databaseUrl: string): Promise<string> {
  const pool = createPool(databaseUrl, { max: 1 });
  const { rows } = await pool.query<{ id: string }>(
    `SELECT protocol_id AS id FROM service WHERE entity = 'WBL' AND status = 'LIVE' AND package_types @> '{TUBE}'
      ORDER BY min_specimens, sort_order, name LIMIT 1`,
  );
  await pool.end();
  if (!rows[0]) throw new Error('The demo lab sells nothing in tubes.');
  return rows[0].id;
}

const CUSTOMERS = 100;
const TARGET_MS = 500;
/** Shortest and longest time for which a customer looks at a page before the next step. */
const PAUSE_MS = { least: 1_000, most: 3_000 };
const SEED = 20_261_121;
const FLOOR_ORDERS = 10;

/** Generate pauses of people, the same in every run. */
function pauses(): () => number {
  let state = SEED;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return PAUSE_MS.least + (state / 2 ** 32) * (PAUSE_MS.most - PAUSE_MS.least);
  };
}

/** Wrap a call so that it records the time of each response. */
function measureCall(
  call: Call,
  durations: number[],
  before: () => Promise<void> = async () => undefined,
): Call {
  return async (path, body) => {
    await before();
    const start = performance.now();
    const answer = await call(path, body);
    durations.push(performance.now() - start);
    return answer;
  };
}

interface Measured {
  durations: number[];
  totalMs: number;
}

/** Let every customer place an order; `pause` is the wait before each of the steps. */
async function placeOrders(
  calls: readonly Call[],
  protocolId: string,
  pause: (() => number) | null,
): Promise<Measured> {
  const durations: number[] = [];
  const start = performance.now();
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => {
    const call = calls[n % calls.length];
    if (!call) throw new Error('Nobody is signed in.');
    const before = async (): Promise<void> => {
      if (pause) await wait(pause());
    };
    return placeOrder(measureCall(call, durations, before), protocolId);
  });
  await Promise.all(customers);
  return { durations, totalMs: performance.now() - start };
}

/**
 * Replay the statements of each step of a few orders on another copy of the lab, without other work between
 * them.
 */
async function bareSteps(
  stage: Stage,
  protocolId: string,
): Promise<{ durations: number[]; statements: number }> {
  const [recorded, bareClient] = [
    await stage.database('placing_recorded', 'lab_placing'),
    await bareConnection(await stage.database('placing_bare', 'lab_placing')),
  ];
  const [email = ''] = CUSTOMER_ACCOUNTS;
  const lab = { databaseUrl: recorded, dataDirectory: stage.folder('placing-recorded'), dist: stage.dist() };
  const steps = await recordedSteps(lab, email, async (call) => {
    for (let round = 0; round < FLOOR_ORDERS; round += 1) await placeOrder(call, protocolId);
  });
  const durations: number[] = [];
  for (const step of steps) {
    const start = performance.now();
    await replay(bareClient, step);
    durations.push(performance.now() - start);
  }
  await bareClient.end();
  return { durations, statements: Math.round(steps.flat().length / steps.length) };
}

/**
 * A hundred customers who each place and pay an order: with the pauses of people, which is the promised load,
 * and without any, which is the limit of the machine.
 */
export const placingOrders: Figure = {
  id: 'placing',
  async run(stage): Promise<FigureRow[]> {
    const { server, databaseUrl } = await stage.lab('placing');
    const protocolId = await serviceOnSale(databaseUrl);
    const calls = await Promise.all(CUSTOMER_ACCOUNTS.map((email) => signInOverHttp(server.url, email)));
    const [first] = calls;
    if (!first) throw new Error('Nobody is signed in.');
    const alone: number[] = [];
    for (let round = 0; round < 5; round += 1) await placeOrder(measureCall(first, alone), protocolId);
    const paused = await placeOrders(calls, protocolId, pauses());
    const ceiling = await placeOrders(calls, protocolId, null);
    // The lab is copied, so nobody may work in it any more.
    await server.stop();
    const bareClient = await bareSteps(stage, protocolId);
    const floor = `${p50p95(bareClient.durations)} same SQL of a step, bare pg`;
    const ratioOf = ({ durations }: Measured): number =>
      percentile(bareClient.durations, 0.5) / percentile(durations, 0.5);
    const p95 = percentile(paused.durations, 0.95);
    const rate = (ceiling.durations.length / ceiling.totalMs) * 1_000;
    const seconds = `${PAUSE_MS.least / 1_000} to ${PAUSE_MS.most / 1_000} s`;
    return [
      {
        what: `${CUSTOMERS} customers placing and paying orders, ${seconds} between the steps of each, a step p50 / p95`,
        measured: p50p95(paused.durations),
        floor,
        ratio: ratioOf(paused),
        target: `p95 ≤ ${TARGET_MS} ms, no error`,
        pass: p95 <= TARGET_MS,
        note: `${paused.durations.length} steps in ${ms(paused.totalMs)}, ${bareClient.statements} statements a step; one customer alone ${p50p95(alone)}`,
      },
      {
        what: `the same ${CUSTOMERS} without any pause: the ceiling, a step p50 / p95`,
        measured: p50p95(ceiling.durations),
        floor,
        ratio: ratioOf(ceiling),
        target: null,
        pass: null,
        note: `${ceiling.durations.length} steps in ${ms(ceiling.totalMs)}, ${Math.round(rate)} a second`,
      },
    ];
  },
};
