/** Return up to two initials of a name or an email address; `User` when both are missing. */
export function initialsOf(name: string | null, email: string | null): string {
  const source = name?.trim() || email?.trim().split('@')[0] || 'User';
  const nameParts = source.split(/[\s._-]+/).filter((part) => part !== '');
  const letters = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : [nameParts[0]];
  return letters
    .map((part) => [...(part ?? 'U')][0] ?? 'U')
    .join('')
    .toUpperCase();
}

/**
 * Format a code such as RECEIVED_ON_HOLD or a field such as dueDate as words: "Received on hold", "Due date".
 */
export function humanize(code: string): string {
  const nameParts = code
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return nameParts.charAt(0).toUpperCase() + nameParts.slice(1);
}
