import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react';

/** After this time the parts are shown although some of them are still loading. */
const LONGEST_MS = 1_000;

/** Announces a part that is loading; the returned function ends that. */
type StartLoading = () => () => void;

const LoadingContext = createContext<StartLoading | null>(null);

/** Keep what is in the same `ShownTogether` hidden while this part is loading for the first time. */
export function useLoadingPart(isLoading: boolean): void {
  const startLoading = useContext(LoadingContext);
  useLayoutEffect(() => (isLoading ? startLoading?.() : undefined), [isLoading, startLoading]);
}

/** A part whose code is loading, as the fallback of its Suspense. */
export function LoadingPart(): null {
  useLoadingPart(true);
  return null;
}

function countLoading(onEmpty: () => void): StartLoading {
  let loadingParts = 0;
  return () => {
    loadingParts += 1;
    return () => {
      loadingParts -= 1;
      if (loadingParts === 0) onEmpty();
    };
  };
}

/**
 * Shows parts at once that read the replica each for itself: a notice that came later would move what people are
 * about to press. Reads of `useQuery` and `useRuleRead` announce themselves.
 */
export function ShownTogether({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const [startLoading] = useState(() => countLoading(() => setShown(true)));
  // The parts have announced themselves in their own layout effects, which run before this one: it ends the wait
  // where none of them is loading.
  useLayoutEffect(() => startLoading()(), [startLoading]);
  useEffect(() => {
    const enough = setTimeout(() => setShown(true), LONGEST_MS);
    return () => clearTimeout(enough);
  }, []);
  return (
    <LoadingContext value={startLoading}>
      {!isShown && fallback}
      <div className={isShown ? 'contents' : 'invisible contents'}>{children}</div>
    </LoadingContext>
  );
}
