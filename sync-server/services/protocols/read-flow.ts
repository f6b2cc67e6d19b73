import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type Flow, flow } from '#db/protocols/flow.ts';
import {
  flowHash,
  readSlots,
  researchProblems,
  submissionProblems,
} from '#db/protocols/flows/flow-content.ts';
import { protocolsOf } from '#db/protocols/flows/open-flow.ts';
import { ShownFlow } from '#db/protocols/flows/shown-flow.ts';
import { queuedSpecimens, versionsReplacedBy } from '#db/protocols/flows/take-specimens.ts';
import { mayApproveMethod, OPEN_STATUSES } from '#db/protocols/versions/version-rules.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { readAuthorChoices, readAuthors, readInLab, readSignatures } from './read-version.ts';

const QUEUED = `
  SELECT count(*)::int AS count FROM sample s JOIN specimen p ON p.id = s.specimen_id
   WHERE s.lab = $1 AND s.status = 'IN_QUEUE' AND NOT s.deleted AND p.flow_id = $2`;

async function countQueuedSpecimens(tx: Transaction, row: Flow): Promise<number> {
  let count = 0;
  for (const replaced of await versionsReplacedBy(tx, row))
    count += (await queuedSpecimens(tx, replaced, row)).length;
  return count;
}

/** Read a version with its procedures, and what depends on it; a version of another lab is not found. */
export async function readFlowContent(
  services: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  flowId: string,
): Promise<ShownFlow> {
  const row = await readRow(services.pool, flow, flowId, tenantOf(session));
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return readInLab(services, session, async (tx, client) => {
    const slots = await readSlots(tx, row);
    const contentHash = await flowHash(row, slots);
    const isOpen = OPEN_STATUSES.some((status) => status === row.status);
    const versions = await tx.find(flow, { code: row.code });
    const queued = await client.query<{ count: number }>(QUEUED, [session.lab.id, row.id]);
    const clinical = slots.some(({ procedure }) => procedure?.clinical === true);
    return ShownFlow.parse({
      flow: row,
      slots,
      clinical,
      problems: isOpen ? submissionProblems(slots) : row.status === 'RESEARCH' ? researchProblems(slots) : [],
      contentHash,
      authors: await readAuthors(tx, row.authorIds),
      authorChoices: await readAuthorChoices(tx, session, row, {
        grant: 'lab/flows:update',
        mayDecide: (role) => mayApproveMethod(role, clinical),
      }),
      versions: versions.sort((one, other) => other.flowVersion - one.flowVersion),
      signatures: await readSignatures(tx, { targetType: 'Flow', targetId: row.id, contentHash }),
      protocols: await protocolsOf(tx, row.id),
      queuedSamples: queued.rows[0]?.count ?? 0,
      queuedSpecimens: isOpen ? await countQueuedSpecimens(tx, row) : 0,
    });
  });
}
