import { z } from 'zod';
import { ProjectPriceForm } from '#db/billing/price-form.ts';
import { centsOf } from '../typed-money.ts';

/** A project price as form values. */
export interface ProjectPriceDraft extends Record<string, unknown> {
  projectId: string;
  protocolId: string;
  amount: string;
  effectiveFrom: string;
  effectiveTo: string;
  maxSpecimens: string;
}

const NOT_CHOSEN: Record<string, string> = {
  projectId: 'Choose a project.',
  protocolId: 'Choose a protocol.',
};

/** Parse the form values into a request. */
export const ProjectPriceDraftSchema = z
  .custom<ProjectPriceDraft>()
  .transform((draft, context): ProjectPriceForm => {
    const { effectiveFrom, effectiveTo, maxSpecimens } = draft;
    const parsed = ProjectPriceForm.safeParse({
      projectId: draft.projectId,
      protocolId: draft.protocolId,
      amount: centsOf(draft.amount),
      effectiveFrom,
      effectiveTo: effectiveTo === '' ? null : effectiveTo,
      maxSpecimens: maxSpecimens === '' ? null : Number(maxSpecimens),
    });
    const ends = effectiveTo !== '' && effectiveTo < effectiveFrom;
    if (parsed.success && !ends) return parsed.data;
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({
        code: 'custom',
        path: path.slice(0, 1),
        message: NOT_CHOSEN[String(path[0])] ?? message,
      });
    if (ends)
      context.addIssue({
        code: 'custom',
        path: ['effectiveTo'],
        message: 'The last day cannot be before the first.',
      });
    return z.NEVER;
  });
