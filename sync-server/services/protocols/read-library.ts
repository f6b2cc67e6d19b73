import type { z } from 'zod';
import type { readLibrary } from '#db/api/protocols/library-sections.ts';
import { personName } from '#db/batches/find-batch.ts';
import { readLibraryContent } from '#db/protocols/library/library-content.ts';
import type { ProcedureStatus } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

// A copy stands in the rows of a version, or in its draft while it is prepared.
const COPIES = `
  SELECT copy.source AS "sourceId", p.id, p.code, p.procedure_version AS "procedureVersion", p.status
    FROM (SELECT s.source_section_id AS source, s.procedure_id FROM section s
           WHERE s.lab = $1 AND s.source_section_id IS NOT NULL AND NOT s.deleted
           UNION
          SELECT item ->> 'sourceSectionId', d.procedure_id
            FROM procedure_draft d, jsonb_array_elements(d.sections) item
           WHERE d.lab = $1 AND NOT d.deleted AND item ->> 'sourceSectionId' IS NOT NULL) copy
    JOIN procedure p ON p.id = copy.procedure_id AND NOT p.deleted
   ORDER BY p.code, p.procedure_version DESC`;

interface Copy {
  sourceId: string;
  id: string;
  code: string;
  procedureVersion: number;
  status: ProcedureStatus;
}

/** Read the library of the lab: its sections by name, with the procedures that copied each. */
export function readLibrarySections(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
): Promise<z.infer<typeof readLibrary.answer>> {
  const at = now().toISOString();
  return inTransaction(pool, async (client) => {
    const tx = new PgTransaction(client, {
      at,
      userId: session.userId,
      ...scopeOfActor(session, 'bench'),
      receivedAt: at,
      requestId: 'read',
    });
    const { rows: copies } = await client.query<Copy>(COPIES, [session.lab.id]);
    const rows = await tx.find(section, { procedureId: null });
    const sections = [];
    for (const row of rows.sort((one, other) => one.name.localeCompare(other.name)))
      sections.push({
        content: await readLibraryContent(tx, row),
        version: row.version,
        updatedAt: row.updatedAt,
        savedById: row.savedById,
        savedByName: row.savedById === null ? 'Somebody' : await personName(tx, row.savedById),
        usedBy: copies
          .filter(({ sourceId }) => sourceId === row.id)
          .map(({ id, code, procedureVersion, status }) => ({ id, code, procedureVersion, status })),
      });
    return { sections };
  });
}
