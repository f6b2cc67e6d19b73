import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { certification } from '#db/inventory/certification.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { equipmentProblem } from '#db/inventory/equipment-problem.ts';
import { defineOperation, warned } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { assignedSection } from './assigned-section.ts';
import { withMark } from './section-marks.ts';
import { loadSectionRun } from './section-run.ts';
import { holdIfEarly } from './waiting-section.ts';

/**
 * Record the use of an instrument in a section, with person and time; it must be active and in certification.
 */
export const scanEquipment = defineOperation({
  name: 'scan-equipment',
  version: 1,
  kind: 'fact',
  title: 'Scan equipment',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({ assignedSectionId: ref, equipmentId: ref }),
  subjects: (args) => [args.assignedSectionId, args.equipmentId],
  async run(tx, args, context) {
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const tool = await tx.get(equipment, args.equipmentId);
    if (!tool || tool.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const problem = equipmentProblem(
      tool,
      await tx.find(certification, { equipmentId: tool.id }),
      context.labDay,
    );
    const usedAtBench = context.replica === 'server' && context.deviceId !== null;
    if (problem && !usedAtBench) throw refuse(problem.code, problem.message);
    const holdResult = await holdIfEarly(tx, context, run);
    const scan = { userId: context.actor.userId, by: context.actor.name, occurredAt: context.occurredAt };
    await tx.patch(assignedSection, run.assigned.id, {
      equipmentScans: withMark(run.assigned.equipmentScans, tool.id, scan),
    });
    if (problem) return warned(problem.code, problem.message);
    if (tool.flaggedForReviewAt === null) return holdResult;
    const flagged = `${tool.name} is flagged for review after a failure.`;
    return warned(
      holdResult.code ?? 'EQUIPMENT_FLAGGED',
      [flagged, holdResult.message].filter(Boolean).join(' '),
    );
  },
});
