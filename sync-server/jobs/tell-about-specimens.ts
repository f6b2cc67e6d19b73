import type { ClientBase } from 'pg';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { type SpecimenNewsKind, specimenLetter } from '#sync-server/services/specimens/specimen-letters.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

interface Watched {
  kind: SpecimenNewsKind;
  /** Of the event `e` and the specimen `s`: is it still worth telling? */
  told: string;
  /** What is said of the specimen. */
  text: string;
  staff: readonly string[];
  /** Is the physician who ordered told too, of the own specimens? They are then named by their requisitions. */
  physician?: boolean;
}

const SERVICE_DESK = ['CS_MANAGER', 'CS_REP'];
/** What customers are written about as it happens (domain 3); the bench may have done it without a network. */
const WATCHED: readonly Watched[] = [
  {
    kind: 'ACTION_REQUIRED',
    told: `s.status = 'ACTION_REQUIRED' AND e.data ->> 'to' = 'ACTION_REQUIRED'
      AND e.type IN ('SPECIMEN_ACTION_REQUIRED', 'SPECIMEN_STATUS_CHANGED')`,
    text: `coalesce(s.action_required_text, 'Please decide')`,
    staff: SERVICE_DESK,
  },
  {
    kind: 'INFO_REQUESTED',
    told: `s.status = 'RECEIVED_AWAITING_INFO' AND e.data ->> 'to' = 'RECEIVED_AWAITING_INFO'
      AND e.type = 'SPECIMEN_STATUS_CHANGED'`,
    text: `coalesce(s.hold_reason, 'Please complete it')`,
    staff: SERVICE_DESK,
  },
  {
    kind: 'DISCREPANCY_REPORT',
    told: `e.type = 'SPECIMEN_DISCREPANCY'`,
    text: `coalesce(e.data ->> 'description', '')`,
    staff: SERVICE_DESK,
  },
  {
    kind: 'SPECIMEN_FAILED_QC',
    told: `e.type = 'SPECIMEN_STATUS_CHANGED' AND e.data ->> 'to' = 'FAILED_QC_CANCELED'`,
    text: `'The work was stopped'`,
    staff: ['PROJECT_MANAGER'],
  },
  {
    // Results for research are told of in the summary that was chosen (domain 6.8).
    kind: 'RESULTS_READY',
    told: `e.type = 'RESULTS_RELEASED' AND EXISTS (SELECT 1 FROM protocol p WHERE p.id = o.protocol_id AND p.clinical)`,
    text: `'Results can be downloaded'`,
    staff: [],
    physician: true,
  },
];

// Forms name the physician as the membership does (domain 6.3).
const PHYSICIAN = `(
  SELECT pu.email FROM user_company m JOIN "user" pu ON pu.id = m.user_id
   WHERE m.company_id = o.company_id AND NOT m.deactivated AND NOT m.deleted AND NOT pu.deleted
     AND lower(pu.name) = lower(trim(s.physician)) ORDER BY pu.id LIMIT 1)`;
// What is older was told in another way, or is no news any more.
const UNTOLD = ({ told, text, physician = false }: Watched) => `
  SELECT e.id AS "eventId", ${physician ? 's.requisition_number' : 's.customer_sample_id'} AS name, ${text} AS text, o.id AS "orderId",
         o.order_number AS "orderNumber", c.name AS "companyName", u.email AS creator, ${physician ? PHYSICIAN : 'NULL'} AS physician
    FROM event e
    JOIN specimen s ON s.id = e.target_id
    JOIN "order" o ON o.id = s.order_id
    JOIN company c ON c.id = o.company_id
    LEFT JOIN "user" u ON u.id = o.created_by_user_id
   WHERE e.entity = $1 AND e.occurred_at > $2 AND e.target_type = 'Specimen' AND ${told}
     AND e.type IN ('SPECIMEN_ACTION_REQUIRED', 'SPECIMEN_DISCREPANCY', 'SPECIMEN_STATUS_CHANGED', 'RESULTS_RELEASED')
     AND NOT s.deleted AND NOT EXISTS (SELECT 1 FROM specimen_notice n WHERE n.event_id = e.id)
   ORDER BY o.id, s.order_row, e.id LIMIT 1000`;
const CLAIM = `INSERT INTO specimen_notice (event_id, told_at) SELECT unnest($1::text[]), $2
  ON CONFLICT DO NOTHING RETURNING event_id AS id`;
const STAFF = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role = ANY ($2) AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
   ORDER BY u.email LIMIT 50`;
const DAYS_MS = 7 * 24 * 3_600_000;

interface Untold {
  eventId: string;
  name: string;
  text: string;
  orderId: string;
  orderNumber: string;
  companyName: string;
  creator: string | null;
  physician: string | null;
}

async function writeLetters(
  client: ClientBase,
  { env }: Services,
  entity: BusinessEntity,
  { kind, staff }: Watched,
  events: readonly Untold[],
): Promise<void> {
  const desk = (await client.query<{ email: string }>(STAFF, [entity, [...staff]])).rows;
  for (const orderId of new Set(events.map((one) => one.orderId))) {
    const ofOrder = events.filter((one) => one.orderId === orderId);
    const [first] = ofOrder;
    if (!first) continue;
    const send = (to: string, path: string, about: readonly Untold[] = ofOrder) =>
      queueMail(client, {
        entity,
        kind,
        to,
        ...specimenLetter(kind, entity, {
          ...first,
          url: `${publicUrl(env, entity)}${path}`,
          lines: about.map(({ name, text }) => [name, text] as const),
        }),
        data: { targetType: 'Order', targetId: orderId },
      });
    if (first.creator) await send(first.creator, `/orders/${orderId}`);
    for (const { email } of desk) if (email !== first.creator) await send(email, `/lab/orders/${orderId}`);
    for (const doctor of new Set(ofOrder.flatMap(({ physician }) => physician ?? [])))
      if (doctor !== first.creator)
        await send(
          doctor,
          `/orders/${orderId}`,
          ofOrder.filter(({ physician }) => physician === doctor),
        );
  }
}

async function tellOf(services: Services, entity: BusinessEntity, watched: Watched): Promise<number> {
  const now = services.now();
  const untold = (client: Pick<ClientBase, 'query'>) =>
    client.query<Untold>(UNTOLD(watched), [entity, new Date(now.getTime() - DAYS_MS)]);
  // Most of the time there is nothing, and nothing is begun for it.
  if ((await untold(services.pool)).rowCount === 0) return 0;
  return inTransaction(services.pool, async (client) => {
    const { rows } = await untold(client);
    const ids = rows.map(({ eventId }) => eventId);
    const claimed = await client.query<{ id: string }>(CLAIM, [ids, now]);
    const mine = new Set(claimed.rows.map(({ id }) => id));
    await writeLetters(
      client,
      services,
      entity,
      watched,
      rows.filter(({ eventId }) => mine.has(eventId)),
    );
    return mine.size;
  });
}

/**
 * Writes to those who ordered, and to customer service, about specimens that need them or arrived with something wrong
 * (domain 3). Answers how many events were told; each is told once, however many processes look.
 */
export async function tellAboutSpecimens(services: Services): Promise<number> {
  let total = 0;
  for (const entity of BUSINESS_ENTITIES)
    for (const watched of WATCHED) total += await tellOf(services, entity, watched);
  return total;
}
