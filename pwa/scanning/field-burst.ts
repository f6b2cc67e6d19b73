/** Split the text that an input method put into a scan field into finished codes and the unfinished rest. */
export function codesInField(value: string): { codes: string[]; rest: string } {
  const parts = value.split(/[\r\n\t]+/);
  const rest = parts.pop() ?? '';
  return { codes: parts.filter((part) => part.trim() !== ''), rest };
}

/** A field that grew by at least a whole code at once was filled by a scanner that sends text, not keys. */
export const isScannerInput = (before: string, after: string, minLength: number): boolean =>
  after.length - before.length >= minLength && after.startsWith(before);
