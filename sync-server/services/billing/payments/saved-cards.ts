import type { Pool } from 'pg';
import { may } from '#db/access/grants.ts';
import { ShownCard } from '#db/billing/payments/saved-card.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import type { CardPayments } from '#sync-server/integrations/payments/card-payments.ts';

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

const CUSTOMER = 'SELECT customer_id AS id FROM card_customer WHERE company_id = $1 AND provider = $2';

/** Return the organization at the card processor, created at its first payment. */
export async function cardCustomer(
  { pool }: Pick<Running, 'pool'>,
  cards: Pick<CardPayments, 'provider' | 'createCustomer'>,
  { companyId, companyName: name }: { companyId: string; companyName: string },
): Promise<string> {
  const find = async () =>
    (await pool.query<{ id: string }>(CUSTOMER, [companyId, cards.provider])).rows[0]?.id;
  const known = await find();
  if (known !== undefined) return known;
  const id = await cards.createCustomer({ companyId, name }, `customer:${companyId}`);
  await pool.query(
    'INSERT INTO card_customer (company_id, provider, customer_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [companyId, cards.provider, id],
  );
  return (await find()) ?? id;
}

/** Refuse roles that pay nothing by card; saved cards are used by the members of their organization only. */
export function requirePayer({ role }: Pick<Session, 'role'>): void {
  if (!may(role, 'create-payment-intent:create') && !may(role, 'create-online-payment-intent:create'))
    throw new AppError('FORBIDDEN', MESSAGES.forbidden);
}

const CARDS = `
  SELECT id, brand, last4, exp_month AS "expMonth", exp_year AS "expYear", is_default AS "isDefault"
    FROM saved_card WHERE company_id = $1 AND entity = $2 AND provider = $3 AND NOT deleted ORDER BY is_default DESC, created_at, id`;

/** List the saved cards of the member's organization, the default one first. */
export async function listSavedCards(
  pool: Pool,
  { companyId, entity }: Pick<Session, 'companyId' | 'entity'>,
  { provider }: Pick<CardPayments, 'provider'>,
): Promise<ShownCard[]> {
  const { rows } = await pool.query(CARDS, [companyId, entity, provider]);
  return rows.map((row) => ShownCard.parse(row));
}

/** Find a saved card of the member's organization; throws 404 for any other. */
export async function requireOwnCard(
  pool: Pool,
  { companyId, entity }: Pick<Session, 'companyId' | 'entity'>,
  id: string,
): Promise<string> {
  const { rows } = await pool.query<{ paymentMethodId: string }>(
    `SELECT payment_method_id AS "paymentMethodId" FROM saved_card
      WHERE id = $1 AND company_id = $2 AND entity = $3 AND NOT deleted`,
    [id, companyId, entity],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return rows[0].paymentMethodId;
}

const OWN_INTENT = `
  SELECT 1 FROM payment p JOIN invoice i ON i.id = p.invoice_id
   WHERE p.payment_intent_id = $1 AND i.company_id = $2 AND i.entity = $3 AND p.received_at IS NULL AND NOT p.deleted`;

/** Refuse an intent that is not of the member's organization. */
export async function requireOwnIntent(
  pool: Pool,
  { companyId, entity }: Pick<Session, 'companyId' | 'entity'>,
  intentId: string,
): Promise<void> {
  const { rowCount } = await pool.query(OWN_INTENT, [intentId, companyId, entity]);
  if (rowCount === 0) throw new AppError('NOT_FOUND', MESSAGES.notFound);
}
