import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import type { BoughtLabel, CarrierRate, Carriers, Consignment, ShipmentAddress } from './carriers.ts';
import { readTrackerEvent } from './tracker-event.ts';

/** The status of a refused label refund; all others mean refunded, pending or never charged. */
const REJECTED = 'rejected';
const TIMEOUT_MS = 20_000;
const GRAMS_PER_OUNCE = 28.349_523_125;
const MAX_BYTES = 5_000_000;

const Rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string(),
  delivery_days: z.number().int().nullish(),
});
const Shipment = z.object({
  id: z.string(),
  rates: z.array(Rate).default([]),
  tracking_code: z.string().nullish(),
  selected_rate: Rate.nullish(),
  /** The refund status of a label. */
  refund_status: z.string().nullish(),
  postage_label: z.object({ label_pdf_url: z.url().nullish(), label_url: z.url().nullish() }).nullish(),
});
type Shipment = z.infer<typeof Shipment>;
const Problem = z.object({ error: z.object({ message: z.string() }) });

const away = () =>
  new AppError('UNAVAILABLE', 'The carriers cannot be reached. Try again later, or enter a tracking number.');

/** Convert dollars to cents: `8.45` becomes 845. */
const centsOf = (amount: string): number => {
  const [dollars = '0', part = ''] = amount.split('.');
  const [cents, rest] = [part.padEnd(2, '0').slice(0, 2), part.slice(2)];
  return Number(dollars) * 100 + Number(cents) + (Number(rest) > 0 ? 1 : 0);
};

const rateOf = (shipmentId: string, { id, carrier, service, rate, delivery_days }: z.infer<typeof Rate>) =>
  ({
    id: `${shipmentId}:${id}`,
    carrier,
    service,
    cost: centsOf(rate),
    days: delivery_days ?? null,
  }) satisfies CarrierRate;

const addressOf = ({
  name,
  company,
  line1,
  line2,
  city,
  state,
  postalCode,
  country,
  phone,
}: ShipmentAddress) => ({
  name,
  company,
  street1: line1,
  street2: line2,
  city,
  state,
  zip: postalCode,
  country,
  phone,
});

const RateId = z.string().regex(/^shp_\w+:rate_\w+$/);

async function downloaded(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  const content = answer?.ok ? Buffer.from(await answer.arrayBuffer()) : null;
  if (!content || content.length > MAX_BYTES) throw away();
  return content;
}

/** Reach the carriers behind EasyPost's API, through the lab's own account there. */
export function easypostCarriers({
  url,
  key,
  secret,
}: {
  url: string;
  key: string;
  secret: string;
}): Carriers {
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Shipment> => {
    const answer = await fetch(`${url.replace(/\/$/, '')}/v2${path}`, {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
        'Content-Type': 'application/json',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => {
      throw away();
    });
    const content: unknown = await answer.json().catch(() => null);
    if (answer.ok) {
      const known = Shipment.safeParse(content);
      if (known.success) return known.data;
      throw away();
    }
    const problem = Problem.safeParse(content).data?.error.message;
    if (answer.status === 422 && problem)
      throw new AppError('CARRIER_REFUSED', `The carrier answers: ${problem.slice(0, 300)}`);
    throw away();
  };
  const labelOf = async (shipment: Shipment): Promise<BoughtLabel> => {
    const { id, tracking_code: trackingNumber, selected_rate: rate, postage_label: label } = shipment;
    const address = label?.label_pdf_url ?? label?.label_url;
    if (!trackingNumber || !rate || !address) throw away();
    const { carrier, service, cost, days } = rateOf(id, rate);
    const content = await downloaded(address);
    return { reference: id, carrier, service, cost, days, trackingNumber, content };
  };
  return {
    provider: 'EASYPOST',
    async rates({ from, to, measures, reference }: Consignment) {
      if (measures.count > 1)
        throw new AppError(
          'CARRIER_REFUSED',
          'A label is sold here for one box. Send the boxes with your own carrier and enter its tracking number.',
        );
      const shipment = await ask('POST', '/shipments', {
        shipment: {
          from_address: addressOf(from),
          to_address: addressOf(to),
          parcel: { weight: Math.max(0.1, Math.round((measures.grams / GRAMS_PER_OUNCE) * 10) / 10) },
          reference,
          options: { label_format: 'PDF' },
        },
      });
      const rates = shipment.rates.filter(({ currency }) => currency === 'USD');
      return rates.map((rate) => rateOf(shipment.id, rate)).sort((one, other) => one.cost - other.cost);
    },
    async buyLabel(rateId) {
      const [shipmentId = '', rate = ''] = RateId.parse(rateId).split(':');
      const known = await ask('GET', `/shipments/${shipmentId}`);
      if (known.tracking_code && known.selected_rate?.id === rate) return labelOf(known);
      return labelOf(await ask('POST', `/shipments/${shipmentId}/buy`, { rate: { id: rate } }));
    },
    async voidLabel(reference) {
      const path = `/shipments/${encodeURIComponent(reference)}`;
      const { refund_status: before } = await ask('GET', path);
      if (before && before !== REJECTED) return;
      // A refused refund may be requested again, because a carrier at first does not know a new label.
      const { refund_status: after } = await ask('POST', `${path}/refund`);
      if (after === REJECTED)
        throw new AppError(
          'CARRIER_REFUSED',
          'The carrier does not take this label back yet. Try again later.',
        );
    },
    readEvent: (body, signature) => readTrackerEvent(secret, body, signature),
  };
}
