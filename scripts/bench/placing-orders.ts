import { z } from 'zod';
import { AGREEMENT_VERSION } from '#db/ordering/draft-form.ts';
import { ShownDraft } from '#db/ordering/shown-draft.ts';
import { type Figure, ms, p50p95, percentile } from './figure.ts';
import { type Call, signInOverHttp } from './lab-session.ts';
import { serviceOnSale } from './service-on-sale.ts';

const CUSTOMERS = 100;
const TARGET_MS = 500;
const ACCOUNTS = ['company-user', 'company-manager', 'institution-user', 'institution-manager'];
const BILLING = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };
const CARD = '4242424242424242';

const Intent = z.object({ clientSecret: z.string(), paymentIntentId: z.string() });

/** A call that notes how long each answer took. */
function timed(call: Call, taken: number[]): Call {
  return async (path, body) => {
    const start = performance.now();
    const answer = await call(path, body);
    taken.push(performance.now() - start);
    return answer;
  };
}

/** One order from the first step to the card's payment; every answer that is not good ends the figure. */
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

/** A hundred customers who each place and pay an order, none of them waiting between the steps. */
export const placingOrders: Figure = {
  id: 'placing',
  async run(stage) {
    const { server, databaseUrl } = await stage.lab('placing');
    const protocolId = await serviceOnSale(databaseUrl);
    const calls = await Promise.all(
      ACCOUNTS.map((account) => signInOverHttp(server.url, `${account}@wbl.example`)),
    );
    const [first] = calls;
    if (!first) throw new Error('Nobody is signed in.');
    const alone: number[] = [];
    for (let round = 0; round < 5; round += 1) await placeOrder(timed(first, alone), protocolId);
    const together: number[] = [];
    const start = performance.now();
    await Promise.all(
      Array.from({ length: CUSTOMERS }, (_, n) =>
        placeOrder(timed(calls[n % calls.length] ?? first, together), protocolId),
      ),
    );
    const whole = performance.now() - start;
    const p95 = percentile(together, 0.95);
    return [
      {
        what: `${CUSTOMERS} customers at once placing and paying orders, a step p50 / p95`,
        measured: p50p95(together),
        floor: `${p50p95(alone)} one customer alone`,
        ratio: percentile(alone, 0.5) / percentile(together, 0.5),
        target: `p95 ≤ ${TARGET_MS} ms, no error`,
        pass: p95 <= TARGET_MS,
        note: `${together.length} steps in ${ms(whole)}; nobody waits between the steps, as people do`,
      },
    ];
  },
};
