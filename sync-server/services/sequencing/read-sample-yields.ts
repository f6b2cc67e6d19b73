import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { ListQuery } from '#db/api/list-query.ts';
import type { pageOf } from '#db/api/page-of.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { readLibraryYield } from '#db/sequencing/runs/cumulative-yield.ts';
import { readTopUp } from '#db/sequencing/runs/read-top-up.ts';
import { sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { readSampleTarget } from '#db/sequencing/runs/sample-target.ts';
import { SampleYieldRow } from '#db/sequencing/runs/shown-run.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rowOf } from '#sync-server/postgres/row-mapping.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { readList } from '#sync-server/reads/read-list.ts';
import { isLike, isOneOf, likeText } from '#sync-server/reads/search-rows.ts';
import { isOfTenant, tenantOf } from '#sync-server/reads/tenant.ts';
import { readInLab } from '#sync-server/services/protocols/read-version.ts';

const ROWS = reads.selectFrom('sample_result as r').innerJoin('sample as s', 's.id', 'r.sample_id');
const { ref } = expressionBuilder(ROWS);

const SORT = {
  createdAt: { by: ref('r.created_at') },
  cumulativeBases: { by: ref('r.cumulative_bases') },
  qcStatus: { by: ref('r.qc_status') },
};

/** SQL: the newest result of a library, which has the sum of all; none of a tube that was loaded again since. */
const IS_NEWEST = sql<SqlBool>`NOT r.deleted AND NOT EXISTS (
  SELECT 1 FROM sample_result n JOIN sample t ON t.id = n.sample_id
   WHERE NOT n.deleted AND (n.sample_id = r.sample_id AND n.id > r.id
      OR t.parent_sample_id = r.sample_id AND t.stage = 'SEQUENCING' AND t.sample_kind <> 'DUPLICATE'))`;

/** Count how often the sequencing of a library was continued. */
async function countTopUps(tx: Transaction, sampleId: string, specimenId: string | null): Promise<number> {
  if (specimenId === null) return 0;
  const ids = new Set<string>();
  let at = await tx.get(sample, sampleId);
  while (at && !ids.has(at.id)) {
    ids.add(at.id);
    at = at.parentSampleId === null ? undefined : await tx.get(sample, at.parentSampleId);
  }
  const events = await tx.find(event, { targetId: specimenId });
  return events.filter(
    ({ type, data }) => type === 'SEQUENCING_CONTINUED' && ids.has(String(data['sampleId'])),
  ).length;
}

/** Read one page of the sequenced libraries of the lab, with their targets and what to load again. */
export async function readSampleYields(
  services: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  query: ListQuery,
): Promise<z.infer<ReturnType<typeof pageOf<typeof SampleYieldRow>>>> {
  const conditions: Expression<SqlBool>[] = [IS_NEWEST, ...isOfTenant(tenantOf(session), 'r')];
  const statuses = query.filter['qcStatus'];
  if (statuses) conditions.push(isOneOf(ref('r.qc_status'), statuses));
  if (query.search !== '') conditions.push(isLike([ref('s.barcode')], likeText(query.search)));
  const page = await readList(
    services.pool,
    { from: ROWS, id: ref('r.id'), sort: SORT, where: conditions, newestFirst: true },
    (rows) => rows.selectAll('r').select('s.barcode as sample_barcode'),
    query,
  );
  return readInLab(services, session, async (tx) => {
    const rows: SampleYieldRow[] = [];
    for (const { sample_barcode: sampleBarcode, ...record } of page.rows) {
      const row = rowOf(sampleResult, record);
      const { countedResults } = await readLibraryYield(tx, row.sampleId);
      rows.push(
        SampleYieldRow.parse({
          ...row,
          sampleBarcode,
          targetBases: (await readSampleTarget(tx, row.specimenId)).bases,
          runs: new Set(countedResults.map(({ batchResultId }) => batchResultId)).size,
          topUps: await countTopUps(tx, row.sampleId, row.specimenId),
          topUp: row.qcStatus === 'PENDING' ? (await readTopUp(tx, row.sampleId)).proposal : null,
        }),
      );
    }
    return { ...page, rows };
  });
}
