import { AppError } from '#db/errors/app-error.ts';
import type { OperationDefinition } from '#db/operation.ts';

/**
 * Load the operation of that name. The rules are loaded with the first operation or waiting work: a page that
 * only shows pulled documents needs none of them.
 */
export async function ruleNamed(name: string): Promise<OperationDefinition | undefined> {
  const { benchOperationNamed } = await fetchRules();
  return benchOperationNamed(name);
}

/** Load the rules ahead of the operation that needs them. */
export function fetchRules(): Promise<typeof import('#db/bench-operations.ts')> {
  return import('#db/bench-operations.ts').catch(() => {
    throw new AppError(
      'UNAVAILABLE',
      'This part of the app is not on this device yet. Connect it, then try again.',
    );
  });
}
