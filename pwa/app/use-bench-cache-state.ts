import { useEffect, useState } from 'react';
import { type BenchCacheState, canCacheBench, watchBenchCache } from './bench-cache.ts';

/** Return whether every file of the bench is on this device. */
export function useBenchCacheState(): BenchCacheState {
  const [cacheState, setCacheState] = useState<BenchCacheState>(() => (canCacheBench() ? 'asking' : 'never'));
  useEffect(() => watchBenchCache(setCacheState), []);
  return cacheState;
}
