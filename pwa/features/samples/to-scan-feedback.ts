import type { OperationResult } from '#pwa/replica/run-operation.ts';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';

/** Build the feedback after an operation; it never claims more than that it is saved on this device. */
export function toScanFeedback(result: OperationResult, done: string, code?: string): ScanFeedback {
  const codeField = code === undefined ? {} : { code };
  if (result.outcome === 'REJECTED')
    return { verdict: 'error', title: result.message ?? 'This was refused.', ...codeField };
  if (result.outcome === 'CONFLICT')
    return {
      verdict: 'warning',
      title: result.message ?? 'A person must decide.',
      ...codeField,
      detail: 'Saved on this device; the conflict is in the inbox of Data sync.',
    };
  if (result.outcome === 'MERGED' || result.outcome === 'APPLIED_WITH_WARNING')
    return {
      verdict: 'warning',
      title: done,
      ...codeField,
      ...(result.message ? { detail: result.message } : {}),
    };
  return { verdict: 'ok', title: done, ...codeField };
}
