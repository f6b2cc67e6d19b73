import { z } from 'zod';
import { AGREEMENT_VERSION } from '#db/ordering/draft-form.ts';
import { ShownDraft } from '#db/ordering/shown-draft.ts';
import type { Call } from './lab-session.ts';

/** The customers of the demo lab who order. */
export const CUSTOMER_ACCOUNTS = [
  'company-user@wbl.example',
  'company-manager@wbl.example',
  'institution-user@wbl.example',
  'institution-manager@wbl.example',
];

const BILLING = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };
const CARD = '4242424242424242';

const Intent = z.object({ clientSecret: z.string(), paymentIntentId: z.string() });

/** Place one order from the first step to the card's payment; every bad response ends the figure. */
export async function placeOrder(call: Call, protocolId: string): Promise<void> {
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
