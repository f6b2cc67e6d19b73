import { useState } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** Run operations one after the other; the first refusal stops them and is shown on the page. */
export function useOperationSequence() {
  const runOne = useRunOperation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (calls: readonly BenchCall[], done: string): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const messages: string[] = [];
      for (const { name, args } of calls) {
        const result = await runOne(name, args);
        if (result.outcome === 'REJECTED') {
          setProblem(result.message ?? MESSAGES.unknownError);
          return false;
        }
        if (result.message !== null) messages.push(result.message);
      }
      if (messages.length > 0) toast.warning([...new Set(messages)].slice(0, 3).join(' '));
      else toast.success(`${done} Saved on this device.`);
      return true;
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, problem, clear: () => setProblem(null) };
}
