import type { JobEffect } from '#db/records/job-tasks.ts';

/** What people confirm before they start a task, by what a run cannot take back. */
export const EFFECT_TEXT: Readonly<Record<JobEffect, string>> = {
  EMAILS: 'This run sends the emails that are due. Sent emails cannot be recalled.',
  MONEY: 'This run can move money: refunds, card payments or label credits.',
  DELETION: 'This run deletes or discards what is due. That cannot be undone.',
};
