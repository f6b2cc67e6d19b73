const DAY_MS = 86_400_000;

/** Return the day until which results are promised: so many calendar days after the submission. */
export const promisedDate = (
  submittedAt: string,
  { targetTurnaroundDays }: { targetTurnaroundDays: number },
) => new Date(Date.parse(submittedAt) + targetTurnaroundDays * DAY_MS).toISOString();
