import type { OperationResult } from '#pwa/replica/run-operation.ts';
import type { Said } from '#pwa/scanning/use-verdict.ts';

/** What the person is told after an act: never more than that it is saved on this device. */
export function outcomeSaid(result: OperationResult, done: string, code?: string): Said {
  const named = code === undefined ? {} : { code };
  if (result.outcome === 'REJECTED')
    return { verdict: 'error', title: result.message ?? 'This was refused.', ...named };
  if (result.outcome === 'CONFLICT')
    return {
      verdict: 'warning',
      title: result.message ?? 'A person must decide.',
      ...named,
      detail: 'Saved on this device; the conflict is in the inbox of Data sync.',
    };
  if (result.outcome === 'MERGED' || result.outcome === 'APPLIED_WITH_WARNING')
    return {
      verdict: 'warning',
      title: done,
      ...named,
      ...(result.message ? { detail: result.message } : {}),
    };
  return { verdict: 'ok', title: done, ...named };
}
