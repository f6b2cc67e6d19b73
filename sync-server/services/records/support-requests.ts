import { sql } from 'kysely';
import type { Pool } from 'pg';
import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { ListedSupportRequest } from '#db/records/support/shown-support-request.ts';
import { SUPPORT_SUBJECT, type SupportRequest, supportRequest } from '#db/records/support/support-request.ts';
import type { SupportRequestForm } from '#db/records/support/support-request-form.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Session } from '#sync-server/http/session.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, type SearchAlso } from '#sync-server/reads/list-rows.ts';
import type { ListPage } from '#sync-server/reads/read-list.ts';
import { findLookupConditions, isLike } from '#sync-server/reads/search-rows.ts';

const RELATED_COLUMNS = `
  SELECT r.id, coalesce(u.name, u.email) AS "askedBy", u.email AS "askedByEmail", c.name AS "companyName",
         coalesce(b.name, b.email) AS "closedBy",
         (SELECT count(*)::int FROM s3_file f WHERE f.target_type = 'SupportRequest' AND f.target_id = r.id
           AND f.status = 'STORED' AND NOT f.deleted) AS files
    FROM support_request r JOIN "user" u ON u.id = r.user_id JOIN company c ON c.id = r.company_id
    LEFT JOIN "user" b ON b.id = r.closed_by_id
   WHERE r.id = ANY ($1)`;
type RelatedColumns = Omit<ListedSupportRequest, keyof SupportRequest>;

/** Report whether a person answers customers and so sees all requests; everybody else sees their own. */
export const answersSupport = ({ role }: Pick<Session, 'role'>): boolean =>
  seesAllCompanies(role) && may(role, 'support:update');

/** For people who answer customers, the search also covers the sender and their organization. */
const BY_ASKER: SearchAlso = (term, pool) => {
  const people = reads.selectFrom('user as u').select('u.id');
  const companies = reads.selectFrom('company').select('id').where('name', 'ilike', term);
  return findLookupConditions(pool, [
    {
      column: sql.ref('r.user_id'),
      ids: people.where(isLike([sql.ref('u.name'), sql.ref('u.email')], term)),
    },
    { column: sql.ref('r.company_id'), ids: companies },
  ]);
};

/** Read one page of the visible support requests. */
export async function listSupportRequests(
  pool: Pool,
  session: Session,
  query: ListQuery,
): Promise<ListPage<ListedSupportRequest>> {
  const { userId, entity } = session;
  const own = answersSupport(session) ? {} : { userId: [userId] };
  const scopedQuery = { ...query, filter: { ...query.filter, ...own }, records: 'active' as const };
  const result = await listRows(pool, supportRequest, scopedQuery, entity, BY_ASKER);
  const { rows } = await pool.query<RelatedColumns & { id: string }>(RELATED_COLUMNS, [
    result.rows.map(({ id }) => id),
  ]);
  const relatedById = new Map(rows.map((row) => [row.id, row]));
  return {
    ...result,
    rows: result.rows.map((row) => ListedSupportRequest.parse({ ...row, ...relatedById.get(row.id) })),
  };
}

/** The sender, to whom the lab replies. */
export interface SupportWriter {
  name: string;
  email: string;
  role: string;
  companyName: string;
}

/** Render a message to the lab's staff, with its sender and the reference number of both sides. */
export const renderSupportEmail = (
  entity: BusinessEntity,
  reference: string,
  { subject, about, message }: Pick<SupportRequestForm, 'subject' | 'about' | 'message'>,
  { name, email, role, companyName }: SupportWriter,
  files: readonly string[],
) =>
  renderEmail(entity, {
    subject: `${reference}: ${SUPPORT_SUBJECT[subject]}`,
    heading: `Support request ${reference}`,
    paragraphs: message.split(/\n+/),
    facts: [
      ['From', name],
      ['Email', email],
      ['Organization', companyName],
      ['Role', role],
      ['Subject', SUPPORT_SUBJECT[subject]],
      ...(about ? [['About', about] as const] : []),
      ...(files.length > 0 ? [['Attached', files.join(', ')] as const] : []),
    ],
    footnote: `Answer to the email address above and keep ${reference} in the subject.`,
  });
