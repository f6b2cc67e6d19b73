import { z } from 'zod';
import type { AssignedSection } from './assigned-section.ts';

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
