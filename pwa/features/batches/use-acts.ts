import { useState } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { toast } from '#pwa/ui/toast.tsx';

/** Runs acts one after the other; the first refusal stops them and is told in the page. */
export function useActs() {
  const runOne = useRunOperation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (acts: readonly BenchCall[], done: string): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const told: string[] = [];
      for (const { name, args } of acts) {
        const result = await runOne(name, args);
        if (result.outcome === 'REJECTED') {
          setProblem(result.message ?? MESSAGES.unknownError);
          return false;
        }
        if (result.message !== null) told.push(result.message);
      }
      if (told.length > 0) toast.warning([...new Set(told)].slice(0, 3).join(' '));
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
