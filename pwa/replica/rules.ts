import { AppError } from '#db/errors/app-error.ts';
import type { OperationDefinition } from '#db/operation.ts';

/**
 * The operation of that name. The rules come with the first act, or with work that waits: a page that only shows what
 * was pulled needs none of them.
 */
export async function ruleNamed(name: string): Promise<OperationDefinition | undefined> {
  const { benchOperationNamed } = await fetchRules();
  return benchOperationNamed(name);
}

/** Fetches the rules ahead of the act that will need them. */
export function fetchRules(): Promise<typeof import('#db/bench-operations.ts')> {
  return import('#db/bench-operations.ts').catch(() => {
    throw new AppError(
      'UNAVAILABLE',
      'This part of the app is not on this device yet. Connect it, then try again.',
    );
  });
}
