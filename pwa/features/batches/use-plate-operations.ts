import { useState } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import type { PlateChange } from './plate-change.ts';

/** The verdict of the last change of the plate. */
export interface PlateAnswer {
  verdict: Verdict;
  title: string;
  detail: string | null;
  /** The tube of the verdict. */
  sampleId: string | null;
  /** Counts the verdicts, so that two equal ones flash twice. */
  n: number;
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

interface Done {
  ok: boolean;
  verdict: Verdict;
  message: string | null;
}

/** Run operations on a plate one after the other and keep the last verdict, its well, and one undo. */
export function usePlateOperations() {
  const run = useRunOperation();
  const [answer, setAnswer] = useState<PlateAnswer | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(NO_PROBLEMS);
  const [undo, setUndo] = useState<{ title: string; calls: readonly BenchCall[] } | null>(null);

  const showAnswer = (
    verdict: Verdict,
    title: string,
    detail: string | null = null,
    sampleId: string | null = null,
  ): void => {
    playScanTone(verdict === 'ok' ? 'ok' : verdict);
    setAnswer((before) => ({ verdict, title, detail, sampleId, n: (before?.n ?? 0) + 1 }));
  };
  const one = async ({ name, args }: BenchCall): Promise<Done> => {
    try {
      const result = await run(name, args);
      const isRejected = result.outcome === 'REJECTED';
      const warned = result.outcome === 'CONFLICT' || result.outcome === 'APPLIED_WITH_WARNING';
      return {
        ok: !isRejected,
        verdict: isRejected ? 'error' : warned ? 'warning' : 'ok',
        message: result.message,
      };
    } catch (error) {
      const message = error instanceof AppError ? error.message : MESSAGES.unknownError;
      return { ok: false, verdict: 'error', message };
    }
  };
  const perform = async (planned: PlateChange): Promise<boolean> => {
    const done = await one(planned.operation);
    if (!done.ok) {
      showAnswer('error', done.message ?? MESSAGES.unknownError);
      setProblems(
        planned.well === null || done.message === null
          ? NO_PROBLEMS
          : new Map([[planned.well, done.message]]),
      );
      return false;
    }
    setProblems(NO_PROBLEMS);
    setUndo(planned.undo === null ? null : { title: planned.title, calls: planned.undo });
    const { args } = planned.operation;
    const sampleId = 'sampleId' in args ? (args.sampleId ?? null) : null;
    showAnswer(done.verdict, planned.title, done.message, sampleId);
    return true;
  };
  const takeBack = async (): Promise<void> => {
    if (!undo) return;
    setUndo(null);
    for (const call of undo.calls) {
      const done = await one(call);
      if (!done.ok)
        return showAnswer('error', done.message ?? MESSAGES.unknownError, 'It could not be taken back.');
    }
    setProblems(NO_PROBLEMS);
    showAnswer('ok', `Taken back: ${undo.title}`);
  };
  return { answer, problems, undo, showAnswer, perform, takeBack };
}

export type PlateOperations = ReturnType<typeof usePlateOperations>;
