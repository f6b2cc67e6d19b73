import { type ComponentType, Suspense, use, useState } from 'react';
import { SlowLoadFallback } from './slow-load-fallback.tsx';

/** A component that is fetched when it is first shown. */
export type LazyComponent<P> = ComponentType<P> & {
  /** Fetches it without showing it. */
  load(): Promise<unknown>;
  isLoaded(): boolean;
};

const OverlayFallback = () => <SlowLoadFallback over />;

/** Makes a component whose code comes with its first use; once it is here it renders at once, without a flash. */
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
    // Asked once for as long as it is shown: a failure goes to the page instead of asking over and over.
    const [promise] = useState(() => (loaded ? null : load()));
    const Loaded = loaded;
    // What came late stays where it was put: elsewhere in the tree it would begin anew and forget what was done in it.
    if (!promise) return Loaded && <Loaded {...props} />;
    return (
      <Suspense fallback={<Fallback {...props} />}>
        <Fetched promise={promise} componentProps={props} />
      </Suspense>
    );
  }
  return Object.assign(LazyWrapper, { load, isLoaded: () => loaded !== null });
}
