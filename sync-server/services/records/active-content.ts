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

/** Documents are read whole for the check; results and reads, which are larger, have other types. */
const LARGEST_CHECKED = 100_000_000;

/** Return why an uploaded file is refused for active content; null if none is found. */
export async function activeContentProblem(
  title: string,
  { place, size }: { place: string; size: number },
): Promise<string | null> {
  const check = CHECKS[extensionOf(title)];
  if (!check) return null;
  if (size > LARGEST_CHECKED) return 'This document is larger than 100 MB. Split it and upload the parts.';
  return check(await readFile(place));
}
