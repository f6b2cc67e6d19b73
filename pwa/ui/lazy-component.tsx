import { type ComponentType, Suspense, use, useState } from 'react';
import { SlowLoadFallback } from './slow-load-fallback.tsx';

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
