import { useState } from 'react';
import { viewProblem } from './view-problem.ts';

/** Run a change of saved views and report a failure as text. */
export function useViewAction() {
  const [problem, setProblem] = useState<string | null>(null);
  const runAction = async (change: () => Promise<unknown>, done: () => void): Promise<void> => {
    setProblem(null);
    try {
      await change();
      done();
    } catch (error) {
      setProblem(viewProblem(error));
    }
  };
  return { problem, act: runAction };
}
