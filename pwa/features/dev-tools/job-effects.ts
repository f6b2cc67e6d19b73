import type { JobEffect } from '#db/records/job-tasks.ts';

/** Confirmation texts for starting a task, by its irreversible effect. */
export const EFFECT_TEXT: Readonly<Record<JobEffect, string>> = {
  EMAILS: 'This run sends the emails that are due. Sent emails cannot be recalled.',
  MONEY: 'This run can move money: refunds, card payments or label credits.',
  DELETION: 'This run deletes or discards what is due. That cannot be undone.',
};
