import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { certification } from '#db/inventory/certification.ts';
import { equipmentProblem } from '#db/inventory/certification-due.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { defineOperation, warned } from '#db/operation.ts';
import { keepLateEntry } from '#db/protocols/signing/section-content.ts';
import { ref } from '#db/values/field-types.ts';
import { type AssignedSection, assignedSection } from './assigned-section.ts';
import { loadSectionRun, validSignature } from './section-run.ts';
import { holdIfEarly } from './waiting-section.ts';

/** Ticks of steps, or scans of instruments, by the id of the step or the instrument. */
export type Marks = AssignedSection['stepTicks'];

const Mark = z.object({
  userId: z.string(),
  by: z.string(),
  occurredAt: z.string(),
  /** False when a person removed a tick. */
  done: z.boolean().optional(),
});
export type Mark = z.infer<typeof Mark>;

const MarkList = z.object({ marks: z.array(Mark) });

const marksOf = (value: unknown): Mark[] => {
  const markList = MarkList.safeParse(value).data?.marks;
  const one = Mark.safeParse(value).data;
  return markList ?? (one ? [one] : []);
};

const textOf = (mark: Mark): string => `${mark.occurredAt} ${mark.userId} ${mark.done === false}`;

/**
 * Add a tick, a removal of a tick, or a scan. All marks are stored; by the clock, the last one decides
 * whether the step is done, and the earliest since the last removal decides by whom and when. So the order of
 * arrival has no effect.
 */
export function withMark(marks: Marks, id: string, mark: Mark): Marks {
  const { [id]: before, ...otherMarks } = marks;
  const all = [...marksOf(before), mark].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  const lastRemoval = all.findLastIndex(({ done }) => done === false);
  const [currentMark] = all.slice(lastRemoval + 1);
  const displayedMark = currentMark ? toStoredMark(currentMark) : {};
  return {
    ...otherMarks,
    [id]:
      all.length === 1 && currentMark ? displayedMark : { ...displayedMark, marks: all.map(toStoredMark) },
  };
}

// A plain tick is stored as it always was; a mark stores only what is unusual about it.
const toStoredMark = ({ userId, by, occurredAt, done }: Mark): Record<string, string | boolean> => ({
  ...{ userId, by, occurredAt },
  ...(done === false ? { done } : {}),
});

/** Tick a step as done, or remove the tick; in any order inside a section, until it is signed. */
export const tickStep = defineOperation({
  name: 'tick-step',
  version: 1,
  kind: 'fact',
  title: 'Tick step',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({ assignedSectionId: ref, stepId: ref, done: z.boolean() }),
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const known = run.steps.some((one) => one.id === args.stepId && one.sectionId === run.assigned.sectionId);
    if (!known) throw refuse('NOT_FOUND', 'Not found.');
    const signed = validSignature(run);
    if (signed) return keepLateEntry(tx, context, signed, { stepId: args.stepId, done: args.done });
    const holdResult = await holdIfEarly(tx, context, run);
    const { userId, name: by } = context.actor;
    const tick = { userId, by, occurredAt: context.occurredAt, ...(args.done ? {} : { done: false }) };
    const stepTicks = withMark(run.assigned.stepTicks, args.stepId, tick);
    await tx.patch(assignedSection, run.assigned.id, { stepTicks });
    return holdResult;
  },
});

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
