import { readFile } from 'node:fs/promises';
import { extensionOf } from '#db/values/file-name.ts';
import { officeProblem, oldOfficeProblem } from './office-content.ts';
import { pdfProblem } from './pdf-content.ts';

const CHECKS: Readonly<Record<string, (bytes: Buffer) => string | null | Promise<string | null>>> = {
  pdf: pdfProblem,
  xlsx: officeProblem,
  docx: officeProblem,
  xls: oldOfficeProblem,
};

/** Documents are read whole to be checked; results and reads, which are larger, are of other kinds. */
const LARGEST_CHECKED = 100_000_000;

/** Says why a file that has arrived is refused for what it would do when somebody opens it; null when nothing is found. */
export async function activeContentProblem(
  title: string,
  { place, size }: { place: string; size: number },
): Promise<string | null> {
  const check = CHECKS[extensionOf(title)];
  if (!check) return null;
  if (size > LARGEST_CHECKED) return 'This document is larger than 100 MB. Split it and upload the parts.';
  return check(await readFile(place));
}
