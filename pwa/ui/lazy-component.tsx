import { RotateCw } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** After this time the user is told not to keep waiting. */
export const LATE_MS = 10_000;

/**
 * The fallback for a part of the app that is loading: the page's loading state, and after a timeout advice
 * what to do. A browser requests a failed or missing file only once, so a retry reloads the page; if the part
 * arrives after all, it replaces the fallback.
 */
export function SlowLoadFallback({ children, over = false }: { children?: ReactNode; over?: boolean }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(enough);
  }, []);
  if (!isLate) return children;
  const notice = (
    <Notice
      tone="warning"
      title="A part of the app has not arrived"
      action={
        <Button icon={RotateCw} onClick={() => location.reload()}>
          Try again
        </Button>
      }
    >
      <p>Check the network, then try again.</p>
    </Notice>
  );
  // A part that opens over a page has no area of its own.
  return over ? <div className="fixed inset-x-3 bottom-3 z-50 mx-auto max-w-lg">{notice}</div> : notice;
}

/** A component that is loaded when it is first shown. */
export type LazyComponent<P> = ComponentType<P> & {
  /** Loads the component without showing it. */
  load(): Promise<unknown>;
  isLoaded(): boolean;
};

const OverlayFallback = () => <SlowLoadFallback over />;

/**
 * Create a component whose code is loaded at its first use; a loaded component renders at once, without a
 * flash.
 */
export function lazyComponent<P extends object>(
  fetch: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<P> = OverlayFallback,
): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null;
  let coming: Promise<ComponentType<P>> | null = null;
  const load = () => {
    coming ??= fetch().then(
      (component) => {
        loaded = component;
        return component;
      },
      (problem: unknown) => {
        // The next use tries again: the network may be back.
        coming = null;
        throw problem;
      },
    );
    return coming;
  };
  function Fetched({ promise, componentProps }: { promise: Promise<ComponentType<P>>; componentProps: P }) {
    const Component = use(promise);
    // oxlint-disable-next-line react/static-components -- a promise resolves to the same component each time
    return <Component {...componentProps} />;
  }
  function LazyWrapper(props: P) {
    // The code is requested once while the component is shown: a failure goes to the page instead of repeated
    // requests.
    const [promise] = useState(() => (loaded ? null : load()));
    const Loaded = loaded;
    // A component that loaded late keeps its place in the tree: elsewhere it would mount again and lose its
    // state.
    if (!promise) return Loaded && <Loaded {...props} />;
    return (
      <Suspense fallback={<Fallback {...props} />}>
        <Fetched promise={promise} componentProps={props} />
      </Suspense>
    );
  }
  return Object.assign(LazyWrapper, { load, isLoaded: () => loaded !== null });
}
