import type { PoolClient } from 'pg';
import { ulid } from 'ulid';
import type { OperationContext } from '#db/operation.ts';
import { firstNotes } from '#db/ordering/manifest/first-note.ts';
import { loadManifestContext, type ManifestMode } from '#db/ordering/manifest/load-manifest-context.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import { type ManifestDifferences, manifestDifferences } from '#db/ordering/manifest/manifest-differences.ts';
import type { ExistingSpecimen } from '#db/ordering/manifest/manifest-fault.ts';
import {
  cellsOf,
  type ListedSpecimen,
  listedOf,
  type ManifestRow,
} from '#db/ordering/manifest/manifest-row.ts';
import { openForRows } from '#db/ordering/manifest/open-for-rows.ts';
import type { OpenedManifest } from '#db/ordering/manifest/open-manifest.ts';
import { judgeManifest, type ManifestVerdict } from '#db/ordering/manifest/read-manifest.ts';
import { removeRequisitions, saveRequisitions } from '#db/ordering/manifest/save-requisitions.ts';
import { splitRows } from '#db/ordering/manifest/split-rows.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { systemContext } from '#sync-server/jobs/write-as.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { onOneConnection } from '#sync-server/postgres/pool.ts';
import { maskRow, maskText } from '#sync-server/services/patients/mask-patients.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

/** Run work in a read-only transaction that reads like rules do. */
export function readInTransaction<T>(
  { pool, env, now }: Pick<AppServices, 'pool' | 'env' | 'now'>,
  actor: Session,
  work: (tx: Transaction, context: OperationContext, client: PoolClient) => Promise<T>,
): Promise<T> {
  return onOneConnection(pool, async (client) => {
    const [at, id] = [now().toISOString(), ulid()];
    const { userId } = actor;
    const tx = new PgTransaction(client, {
      at,
      userId,
      ...scopeOfActor(actor, 'office'),
      receivedAt: at,
      requestId: id,
    });
    const context = { ...systemContext(actor, { id, at, timeZone: env.LAB_TIMEZONE }), actor };
    return work(tx, context, client);
  });
}

const EARLIER = `
  SELECT s.id AS "specimenId", s.customer_sample_id AS "customerSampleId",
         s.requisition_number AS "requisitionNumber", o.order_number AS "orderNumber"
    FROM specimen s JOIN "order" o ON o.id = s.order_id
   WHERE upper(s.customer_sample_id) = ANY ($1) AND s.entity = $2 AND o.company_id = $3 AND o.id <> $4
     AND NOT s.deleted AND NOT o.deleted AND s.status <> 'CANCELED' AND o.status NOT IN ('DRAFT', 'CANCELED')
   ORDER BY o.created_at, s.order_row`;

/** Read specimens of the company's earlier orders with the name of a row, the newest per name. */
export async function earlierSpecimens(
  client: Pick<PoolClient, 'query'>,
  { id, entity, companyId }: Order,
  rows: readonly ManifestRow[],
): Promise<Map<string, ExistingSpecimen>> {
  const names = [...new Set(rows.map(({ cells }) => normalizeKey(cells.customerSampleId ?? '')))].filter(
    // A name that Postgres cannot store matches no earlier specimen.
    (name) => name !== '' && !name.includes('\u0000'),
  );
  if (names.length === 0) return new Map();
  const earlierRows = await client.query<ExistingSpecimen>(EARLIER, [names, entity, companyId, id]);
  return new Map(earlierRows.rows.map((row) => [normalizeKey(row.customerSampleId), row]));
}

/** A manifest for an order, and how to apply it. */
export interface List {
  orderId: string;
  mode: ManifestMode;
  source: 'file' | 'typed';
  /** The hash of the rows as the person saw them; null to replace whatever exists. */
  seen: string | null;
  manifest: OpenedManifest;
  /** Saves the rows without errors beside those with some. */
  partial: boolean;
}

export interface CheckedList {
  verdict: ManifestVerdict;
  /** The saved specimens of rows with errors, which a partial save leaves. */
  kept: { specimenId: string; row: number }[];
  /** The specimens that no row names any more. */
  removed: string[];
  differences: ManifestDifferences;
}

/** Return the rows of an order in manifest form, with their first notes. */
export async function listedRows(
  tx: Transaction,
  rows: readonly Specimen[],
): Promise<(ListedSpecimen & { id: string })[]> {
  const notes = await firstNotes(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ id: row.id, ...listedOf(row, notes.get(row.id)?.bodyText ?? null) }));
}

/** Remove earlier patient values unless the reader may see patients. */
function withoutPatients(differences: ManifestDifferences, session: Session): ManifestDifferences {
  return {
    ...differences,
    changed: differences.changed.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({
        ...cell,
        from: maskText(session, specimen, cell.field, cell.from),
      })),
    })),
  };
}

/** Check a manifest against its order and return its changes; writes nothing. */
export const checkList = (services: AppServices, session: Session, list: List): Promise<CheckedList> =>
  readInTransaction(services, session, async (tx, context, client) => {
    const { orderId, mode, source, manifest } = list;
    const order = await openForRows(tx, context, orderId);
    const moment = {
      mode,
      now: context.occurredAt,
      labDay: context.labDay,
      timeZone: services.env.LAB_TIMEZONE,
    };
    const [known, earlier] = await Promise.all([
      loadManifestContext(tx, order, manifest.rows, moment),
      earlierSpecimens(client, order.row, manifest.rows),
    ]);
    const all = { ...known, earlier };
    const split = list.partial ? splitRows(manifest.rows, all, order.current) : null;
    const verdict = split
      ? { ...split.verdict, rowCount: manifest.rows.length, ignored: [] }
      : judgeManifest(manifest, all);
    const stayingSpecimens = split?.kept ?? [];
    const stays = new Set(stayingSpecimens.map(({ specimenId }) => specimenId));
    const current = mode === 'replace' ? await listedRows(tx, order.current) : [];
    const differences = manifestDifferences(
      current.filter(({ id }) => !stays.has(id)),
      split ? verdict.complete : verdict.drafts,
      source,
    );
    const removed = order.current.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
    return { verdict, kept: stayingSpecimens, removed, differences: withoutPatients(differences, session) };
  });

/** Return the parsed rows: labels, plain numbers, instants. */
export const readableRows = (drafts: ManifestVerdict['drafts']): ManifestRow[] =>
  drafts.map((draft) => ({ row: draft.row, cells: cellsOf(draft) }));

/** Save a manifest without errors; the rule checks it again against the current data. */
export async function saveList(
  services: AppServices,
  session: Session,
  list: List,
  { rows, kept: stayingRows, removed }: { rows: ManifestRow[] } & Pick<CheckedList, 'kept' | 'removed'>,
) {
  const { orderId, mode, source, seen, manifest } = list;
  const unfinished = manifest.rows.length - rows.length - stayingRows.length;
  const engine = engineOf(services);
  if (rows.length > 0)
    await executeOperation(engine, session, saveRequisitions, {
      orderId,
      mode,
      source,
      rows,
      seen,
      kept: stayingRows,
      unfinished,
    });
  else if (removed.length > 0)
    await executeOperation(engine, session, removeRequisitions, {
      orderId,
      specimenIds: removed,
      unfinished,
    });
  return readInTransaction(services, session, async (tx, context) => {
    const { current } = await openForRows(tx, context, orderId);
    const currentRows = await listedRows(
      tx,
      current.map((row) => maskRow(session, specimen, row)),
    );
    return current.map((row, index) => ({
      specimenId: row.id,
      row: row.orderRow,
      cells: currentRows[index] ? cellsOf(currentRows[index]) : {},
    }));
  });
}
