import type { ClientBase } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { order } from '#db/ordering/order.ts';
import { areResultsDue } from '#db/specimens/results-due.ts';
import { type OrderResults, readOrderResults } from '#db/specimens/results-of-order.ts';
import {
  approvalProblems,
  isApproved,
  otherFailures,
  readyTogether,
  releaseProblems,
} from '#db/specimens/results-problems.ts';
import { type ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { readRow } from '#sync-server/services/listing/list-rows.ts';
import { evidenceOf, evidenceOfOrder } from './result-evidence.ts';

const NAMES = `SELECT id, coalesce(name, email) AS name FROM "user" WHERE id = ANY ($1)`;

async function namesOf(client: ClientBase, all: OrderResults): Promise<Map<string, string>> {
  const ids = [...new Set(all.specimens.flatMap(({ directorApprovedById }) => directorApprovedById ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; name: string }>(NAMES, [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function toShownResult(
  all: OrderResults,
  row: Specimen,
  { names, ready }: { names: ReadonlyMap<string, string>; ready: ReadonlySet<string> },
): Omit<ShownResult, 'evidence'> {
  const due = areResultsDue(row);
  const approved = isApproved(all, row);
  return {
    ...row,
    approved,
    approvedByName: row.directorApprovedById ? (names.get(row.directorApprovedById) ?? null) : null,
    recalled: row.resultsReleasedAt === null && all.recalled.has(row.id),
    failedSamples: due ? otherFailures(all, row).length : 0,
    approvalProblems: due && !approved ? approvalProblems(all, row) : null,
    releaseProblems: due ? releaseProblems(all, row, new Set([...ready, row.id])) : null,
  };
}

/**
 * Read the result status of an order and the steps before release; `evidence` adds the data for the decision.
 */
export async function readResults(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  orderId: string,
  evidence = false,
): Promise<ShownResults> {
  const { entity, userId } = session;
  const of = await readRow(pool, order, orderId, entity);
  if (of.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const at = now().toISOString();
  return inTransaction(pool, async (client) => {
    const tx = new PgTransaction(client, { at, userId, entity, receivedAt: at, requestId: 'read' });
    const all = await readOrderResults(tx, of);
    const resultContext = { names: await namesOf(client, all), ready: readyTogether(all) };
    const rows = all.specimens.filter((row) => areResultsDue(row) || row.resultsReleasedAt !== null);
    return ShownResults.parse({
      orderId,
      orderNumber: of.orderNumber,
      clinical: all.clinical,
      closed: of.status === 'COMPLETED' || of.status === 'CANCELED',
      rows: rows.map((row) => ({
        ...toShownResult(all, row, resultContext),
        evidence: evidence ? evidenceOf(session, all, row) : null,
      })),
      orderFiles: evidence ? evidenceOfOrder(all) : [],
    });
  });
}
