import { ulid } from 'ulid';
import type { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildSettings } from '#db/factories/build-procedure-drafts.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationDefinition, RuleResult } from '#db/operation.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { createProcedure } from '#db/protocols/procedures/create-procedure.ts';
import { type DraftSection, procedureHash } from '#db/protocols/procedures/procedure-content.ts';
import { procedureDraft } from '#db/protocols/procedures/procedure-draft.ts';
import { saveProcedureDraft } from '#db/protocols/procedures/save-procedure-draft.ts';
import { signOffProcedure } from '#db/protocols/procedures/sign-off-procedure.ts';
import { submitProcedure } from '#db/protocols/procedures/submit-procedure.ts';

/** The people of the tests, by the role that they have. */
export const WRITERS: Readonly<Record<string, Role>> = {
  'user-manager': 'LAB_MANAGER',
  'user-project': 'PROJECT_MANAGER',
  'user-research': 'LAB_RESEARCH_DIRECTOR',
  'user-clinical': 'LAB_CLINICAL_DIRECTOR',
  'user-assistant': 'RESEARCH_ASSISTANT',
};

/** A lab whose people write procedures. */
export interface ProcedureBench {
  world: MemoryWorld;
  run<Args extends z.ZodObject>(
    userId: string,
    operation: OperationDefinition<Args>,
    args: z.input<Args>,
    labDay?: string,
  ): Promise<RuleResult>;
  create(userId: string, code: string, more?: { research?: boolean; clinical?: boolean }): Promise<string>;
  save(
    userId: string,
    procedureId: string,
    sections: readonly DraftSection[],
    name?: string,
  ): Promise<RuleResult>;
  submit(userId: string, procedureId: string): Promise<RuleResult>;
  signOff(
    userId: string,
    procedureId: string,
    more?: { effectiveFrom?: string | null; updateFlowIds?: string[]; takesQueuedSpecimens?: boolean },
  ): Promise<RuleResult>;
}

/** Open a lab with the people of `WRITERS`, in memory. */
export function openProcedureBench(): ProcedureBench {
  const world = new MemoryWorld();
  for (const [id, role] of Object.entries(WRITERS))
    world.putRow(person, buildPerson({ userId: id, role, name: `Person of ${role}` }));
  const run: ProcedureBench['run'] = (userId, operation, args, labDay = '2026-11-21') =>
    runRule(world, operation, args, {
      deviceId: null,
      occurredAt: `${labDay}T10:00:00.000Z`,
      actor: buildActor({
        userId,
        role: WRITERS[userId] ?? 'LAB_MANAGER',
        name: `Person of ${WRITERS[userId]}`,
      }),
    });
  const rowOf = (procedureId: string) => {
    const row = world.one(procedure, procedureId);
    if (!row) throw new Error(`There is no procedure ${procedureId}.`);
    return row;
  };
  const draftOf = (procedureId: string) => world.select(procedureDraft, { procedureId, deleted: false })[0];
  return {
    world,
    run,
    async create(userId, code, { research = false, clinical = false } = {}) {
      const procedureId = ulid();
      await run(userId, createProcedure, {
        procedureId,
        code,
        batchType: 'EXTRACTION',
        research,
        settings: buildSettings({ clinical }),
      });
      return procedureId;
    },
    save: (userId, procedureId, sections, name = rowOf(procedureId).name) =>
      run(userId, saveProcedureDraft, {
        procedureId,
        seenVersion: draftOf(procedureId)?.version ?? 0,
        settings: buildSettings({ name, clinical: rowOf(procedureId).clinical }),
        sections: [...sections],
      }),
    submit: (userId, procedureId) =>
      run(userId, submitProcedure, { procedureId, changeSummary: 'The first version of this procedure.' }),
    async signOff(userId, procedureId, more = {}) {
      const sections = draftOf(procedureId)?.sections ?? [];
      return run(userId, signOffProcedure, {
        procedureId,
        contentHash: await procedureHash(rowOf(procedureId), sections, null),
        proof: 'proof',
        effectiveFrom: null,
        updateFlowIds: [],
        ...more,
      });
    },
  };
}
