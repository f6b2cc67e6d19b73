import { useCallback } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationDefinition, RuleResult } from '#db/operation.ts';
import { ruleNamed } from '#pwa/replica/operations/rules.ts';
import type { OperationResult, RunOperation } from '#pwa/replica/operations/run-operation.ts';
import { useRunOperation } from './use-operation.ts';
import { type RuleReader, useAskRules } from './use-rule-read.ts';

const toRejection = (error: AppError): OperationResult => ({
  operationId: '',
  outcome: 'REJECTED',
  code: error.code,
  message: error.message,
  queued: false,
});

const verdictOf =
  (rule: OperationDefinition, args: Record<string, unknown>): RuleReader<RuleResult> =>
  async (tx, context) => {
    try {
      return await rule.run(tx, args, context);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { outcome: 'REJECTED', code: error.code, message: error.message };
    }
  };

/**
 * Run the rule first and execute the operation only when it passes. A fact is recorded even when the rule
 * refuses it, but at the bench a scan that this device knows to be wrong must stop the user instead.
 */
export function useCheckedOperation(): RunOperation {
  const ask = useAskRules();
  const run = useRunOperation();
  return useCallback(
    async (name, args) => {
      try {
        const rule = await ruleNamed(name);
        const parsed = rule?.args.safeParse(args);
        const ruleResult = rule && parsed?.success ? await ask(verdictOf(rule, parsed.data)) : null;
        if (ruleResult?.outcome === 'REJECTED') return { ...ruleResult, operationId: '', queued: false };
        return await run(name, args);
      } catch (error) {
        if (error instanceof AppError) return toRejection(error);
        throw error;
      }
    },
    [ask, run],
  );
}

/** Throw the refusal of an operation, so that the form that sent it shows its text and keeps its values. */
export function requireAccepted(result: OperationResult): OperationResult {
  if (result.outcome === 'REJECTED')
    throw new AppError('VALIDATION', result.message ?? MESSAGES.unknownError);
  return result;
}
