import { z } from 'zod';
import { BatchType } from '#db/batches/batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { codeSchema, requireKind, requireNextVersion } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { openProcedure, readSections, requireNoOpenVersion } from './open-procedure.ts';
import { type ProcedureSections, ProcedureSettings, settingsOf } from './procedure-content.ts';
import { procedureDraft } from './procedure-draft.ts';

/** The code by which the lab names a procedure in all its versions. */
export const ProcedureCode = codeSchema('Names the procedure in all its versions, for example SOP-EXT-01.');

type NewVersion = ProcedureSettings &
  Pick<Procedure, 'id' | 'code' | 'procedureVersion' | 'batchType' | 'status' | 'supersedesId'>;

/** Insert a version in preparation with its draft; the creator is its author. */
async function insertVersion(
  tx: Transaction,
  context: OperationContext,
  version: NewVersion,
  sections: ProcedureSections,
): Promise<void> {
  const { userId } = context.actor;
  await tx.insert(procedure, { ...version, authorId: userId, authorIds: [userId], updateFlowIds: [] });
  await tx.insert(procedureDraft, {
    id: context.newId(),
    procedureId: version.id,
    sections: [...sections],
    savedById: userId,
  });
  await recordEvent(tx, context, {
    type: 'PROCEDURE_CREATED',
    targetType: 'Procedure',
    targetId: version.id,
    data: { code: version.code, procedureVersion: version.procedureVersion },
  });
}

/** Begin a procedure that the lab does not have yet, as an empty draft. */
export const createProcedure = defineOperation({
  name: 'create-procedure',
  version: 1,
  kind: 'intent',
  title: 'Create procedure',
  grant: 'lab/procedures:create',
  args: z.strictObject({
    procedureId: ref,
    code: ProcedureCode,
    batchType: BatchType,
    research: z.boolean(),
    settings: ProcedureSettings,
  }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, { procedureId, code, batchType, research, settings }, context) {
    onlineOnly(context);
    requireKind(context, research);
    if (research && settings.clinical)
      throw refuse('RESEARCH_CLINICAL', 'A research procedure is not used for clinical samples.');
    const sameCode = await tx.find(procedure, { code });
    if (sameCode.length > 0)
      throw refuse(
        'CODE_TAKEN',
        `A procedure ${code} exists. Start a new version of it, or choose another code.`,
      );
    const status = research ? 'RESEARCH' : 'PENDING_APPROVAL';
    await insertVersion(
      tx,
      context,
      { id: procedureId, code, procedureVersion: 1, batchType, status, supersedesId: null, ...settings },
      [],
    );
    return applied;
  },
});

/**
 * Begin the next version of a procedure as a copy of another version. From a research version it is another
 * research version, or its promotion to routine work (research director).
 */
export const startProcedureVersion = defineOperation({
  name: 'start-procedure-version',
  version: 1,
  kind: 'intent',
  title: 'Start new version of procedure',
  grant: 'lab/procedures:create',
  args: z.strictObject({ procedureId: ref, sourceId: ref, research: z.boolean().default(false) }),
  subjects: ({ procedureId, sourceId }) => [procedureId, sourceId],
  async run(tx, { procedureId, sourceId, research }, context) {
    const source = await openProcedure(tx, context, sourceId);
    requireNextVersion(context, source, research);
    await requireNoOpenVersion(tx, source.code);
    const versions = await tx.find(procedure, { code: source.code });
    const newest = Math.max(...versions.map((row) => row.procedureVersion));
    await insertVersion(
      tx,
      context,
      {
        id: procedureId,
        code: source.code,
        procedureVersion: newest + 1,
        batchType: source.batchType,
        status: research ? 'RESEARCH' : 'PENDING_APPROVAL',
        supersedesId: source.id,
        ...settingsOf(source),
      },
      await readSections(tx, source),
    );
    return applied;
  },
});
