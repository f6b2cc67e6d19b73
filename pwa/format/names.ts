/** Up to two capitals from a name or an e-mail address, `User` when neither is there. */
export function initialsOf(name: string | null, email: string | null): string {
  const source = name?.trim() || email?.trim().split('@')[0] || 'User';
  const words = source.split(/[\s._-]+/).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? 'U')][0] ?? 'U')
    .join('')
    .toUpperCase();
}

/** A code such as RECEIVED_ON_HOLD or a field such as dueDate as words: "Received on hold", "Due date". */
export function humanize(code: string): string {
  const words = code
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
