import { useEffect, useState } from 'react';
import { canKeepBench, watchKeptBench } from './kept-bench.ts';

/** Whether every file of the bench is on this device; null where nothing can be kept. */
export function useKeptBench(): boolean | null {
  const [complete, setComplete] = useState<boolean | null>(() => (canKeepBench() ? false : null));
  useEffect(() => watchKeptBench(setComplete), []);
  return complete;
}
