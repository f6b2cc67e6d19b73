import { z } from 'zod';
import type { ErrorIssue } from './app-error.ts';

/** Most issues that one answer names. */
const MAX_ISSUES = 50;

/** Name a field as people read it: `medicalRecordNumber` gives "Medical record number", `companyId` "Company". */
export function labelField(path: readonly PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === 'string') ?? 'Input';
  const text = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?<=.) ids?$/, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Word an issue that its schema gives no text for; an option of zod's `parse`. */
export const describeIssue = ({
  path,
  inst,
}: {
  path?: PropertyKey[] | undefined;
  inst?: unknown;
}): string => {
  const title = inst instanceof z.ZodType ? inst.meta()?.title : undefined;
  return `${title ?? labelField(path)} is invalid or missing.`;
};

/** List what is wrong with an input, one entry for each field. */
export function toFieldIssues({ issues }: z.ZodError): ErrorIssue[] {
  const messages = new Map<string, string>();
  for (const issue of issues) {
    const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys : null;
    const entries = unknownKeys
      ? unknownKeys.map((key) => ({ path: [...issue.path, key], message: 'This field is not known here.' }))
      : [issue];
    for (const { path, message } of entries) {
      const name = path.join('.');
      if (!messages.has(name)) messages.set(name, message);
    }
  }
  return [...messages].slice(0, MAX_ISSUES).map(([path, message]) => ({ path, message }));
}
