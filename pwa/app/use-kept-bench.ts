import { useEffect, useState } from 'react';
import { canKeepBench, type KeptBench, watchKeptBench } from './kept-bench.ts';

/** Whether every file of the bench is on this device. */
export function useKeptBench(): KeptBench {
  const [kept, setKept] = useState<KeptBench>(() => (canKeepBench() ? 'asking' : 'never'));
  useEffect(() => watchKeptBench(setKept), []);
  return kept;
}
