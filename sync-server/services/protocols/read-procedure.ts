import { type BatchType, batch } from '#db/batches/batch.ts';
import { personName } from '#db/batches/find-batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { isClinicalFlow } from '#db/protocols/flows/flow-content.ts';
import { queuedSpecimens } from '#db/protocols/flows/take-specimens.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { idsOfLab } from '#db/protocols/procedures/field-facts.ts';
import { readSections } from '#db/protocols/procedures/open-procedure.ts';
import { type ProcedureSections, procedureHash } from '#db/protocols/procedures/procedure-content.ts';
import { procedureDraft } from '#db/protocols/procedures/procedure-draft.ts';
import { procedureProblems } from '#db/protocols/procedures/procedure-problems.ts';
import { approvedFlowsOf } from '#db/protocols/procedures/replace-earlier.ts';
import { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { documentHashOf, maySignOff } from '#db/protocols/procedures/sign-off-procedure.ts';
import { isSubmitted } from '#db/protocols/versions/version-rules.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { readAuthorChoices, readAuthors, readInLab, readSignatures } from './read-version.ts';

/** The column of a sample that pins the procedure of each type of batch. */
const PINNED_COLUMN: Record<BatchType, string> = {
  PREPARATION: 'sample_preparation_procedure_id',
  EXTRACTION: 'extraction_procedure_id',
  LIBRARY_PREPARATION: 'library_preparation_procedure_id',
  SEQUENCING: 'sequencing_procedure_id',
};

const OPEN_BATCHES = ['NOT_STARTED', 'IN_PROGRESS'] as const;

/** Read the symbols of units and the names of inventory types. */
async function readNames(tx: Transaction, sections: ProcedureSections): Promise<Record<string, string>> {
  const ids = idsOfLab(sections);
  const units = await tx.find(measurementUnit, { id: ids });
  const types = await tx.find(inventoryType, { id: ids });
  return Object.fromEntries([
    ...units.map(({ id, symbol }) => [id, symbol] as const),
    ...types.map(({ id, name }) => [id, name] as const),
  ]);
}

/** Read the SOP file of a version; null without one, and for a file that another lab has. */
async function readDocument(tx: Transaction, { documentFileId }: Procedure) {
  const file = documentFileId === null ? undefined : await tx.get(s3File, documentFileId);
  return file && file.sha256 !== null
    ? { fileId: file.id, title: file.title, size: file.size, sha256: file.sha256 }
    : null;
}

async function readDraft(tx: Transaction, { id }: Procedure) {
  const [row] = await tx.find(procedureDraft, { procedureId: id });
  if (!row) return null;
  const savedByName = await personName(tx, row.savedById);
  const { version, savedById, updatedAt: savedAt } = row;
  return { version, savedById, savedByName, savedAt };
}

/** Read a version with its content, and what depends on it; a version of another lab is not found. */
export async function readProcedureContent(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  procedureId: string,
): Promise<ShownProcedure> {
  const row = await readRow(pool, procedure, procedureId, tenantOf(session));
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return readInLab({ pool, now }, session, async (tx, client) => {
    const draft = await readDraft(tx, row);
    const sections = await readSections(tx, row);
    const contentHash = await procedureHash(row, sections, await documentHashOf(tx, row));
    const versions = await tx.find(procedure, { code: row.code });
    const flows = [];
    for (const version of versions)
      for (const flow of await approvedFlowsOf(tx, version)) {
        const updated = { ...flow, [PROCEDURE_ID_FIELD[row.batchType]]: row.id };
        const clinical = await isClinicalFlow(tx, updated);
        const queued = isSubmitted(row) ? await queuedSpecimens(tx, flow, updated) : [];
        flows.push({ ...flow, procedureId: version.id, clinical, queuedSpecimens: queued.length });
      }
    const { rows: queued } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM sample
        WHERE lab = $1 AND status = 'IN_QUEUE' AND NOT deleted AND stage = $2 AND ${PINNED_COLUMN[row.batchType]} = $3`,
      [session.lab.id, row.batchType, row.id],
    );
    return ShownProcedure.parse({
      procedure: row,
      sections,
      names: await readNames(tx, sections),
      document: await readDocument(tx, row),
      draft,
      problems: draft ? await procedureProblems(tx, row, sections) : [],
      contentHash,
      authors: await readAuthors(tx, row.authorIds),
      authorChoices: await readAuthorChoices(tx, session, row, {
        grant: 'lab/procedures:update',
        mayDecide: (role) => maySignOff(role, row.clinical),
      }),
      versions: versions.sort((one, other) => other.procedureVersion - one.procedureVersion),
      signatures: await readSignatures(tx, { targetType: 'Procedure', targetId: row.id, contentHash }),
      flows,
      openBatches: await tx.find(batch, { procedureId: row.id, status: OPEN_BATCHES }),
      queuedSamples: queued[0]?.count ?? 0,
    });
  });
}
