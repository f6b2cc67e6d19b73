/** Days before expiry at which a clinician is reminded (domain 3). */
export const REMINDER_DAYS = [60, 30, 7] as const;

/** Count whole days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** Find the reminder that is due today, or null. Each is sent once; the next one replaces a missed one. */
export function reminderDue(
  { expiresOn, remindedDays }: { expiresOn: string; remindedDays: number | null },
  today: string,
): number | null {
  const daysLeft = daysBetween(today, expiresOn);
  if (daysLeft < 0) return null;
  const due = REMINDER_DAYS.filter((days) => daysLeft <= days).at(-1);
  return due !== undefined && (remindedDays === null || remindedDays > due) ? due : null;
}
